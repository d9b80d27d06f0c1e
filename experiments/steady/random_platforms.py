"""Random platforms in three levels, as the generator Tiers makes them: clusters, the sites that they are in, and the
links between sites."""
from fractions import Fraction
from itertools import combinations

SPEEDS = [5, 10, 20, 30, 40]  # w, those of the paper's second example
ROUTERS = 0.1  # how likely a processor but the master computes nothing
CLUSTER = 6  # processors, on average
SITE = 3  # clusters
LEVELS = {"cluster": 1, "site": 4, "far": 16}  # by how much links are slower
SLOWNESS = [1, 2, 3]  # c of a link within its level
MORE_LINKS = 0.3  # beyond those of a tree, by processors

FACTORS = [Fraction(1, 4), Fraction(1, 2), 1, 2, 4]  # of the times of a processor that has affinities
IMPOSSIBLE = 0.05  # how likely a processor cannot execute a task


def parts_of(random, processors):
    """Processors by cluster: each has one at least."""
    count = max(2, round(processors / CLUSTER))
    clusters = [[number] for number in range(count)]
    for number in range(count, processors):
        random.choice(clusters).append(number)
    return clusters


def joined(random, nodes, level):
    """A random tree of these nodes: edges {(a, b): level}."""
    return {(random.choice(nodes[:place]), nodes[place]): level for place in range(1, len(nodes))}


def sites_of(clusters):
    return [clusters[start:start + SITE] for start in range(0, len(clusters), SITE)]


def gateways(clusters):
    """The first processor of each is its way out."""
    return [cluster[0] for cluster in clusters]


def edges_of(random, clusters):
    """{(a, b): level}: a tree."""
    edges = {}
    for cluster in clusters:
        edges |= joined(random, cluster, "cluster")
    for site in sites_of(clusters):
        edges |= joined(random, gateways(site), "site")
    return edges | joined(random, [site[0][0] for site in sites_of(clusters)], "far")


def possible_edges(clusters):
    """{(a, b): level}: within clusters, and between all gateways."""
    pairs = {pair: "far" for pair in combinations(gateways(clusters), 2)}
    pairs |= {pair: "site" for site in sites_of(clusters) for pair in combinations(gateways(site), 2)}
    return pairs | {pair: "cluster" for cluster in clusters for pair in combinations(cluster, 2)}


def more_edges(random, clusters, edges):
    """Second ways, so that the graph has cycles."""
    new = {pair: level for pair, level in possible_edges(clusters).items() if pair not in edges}
    count = round(MORE_LINKS * sum(map(len, clusters)))
    return edges | {pair: new[pair] for pair in random.sample(sorted(new), min(count, len(new)))}


def text(number):
    """As platform files have it: exact."""
    return str(Fraction(number))


def processors_of(random, count):
    """The master computes."""
    ws = [random.choice(SPEEDS) if number == 0 or random.random() >= ROUTERS else None for number in range(count)]
    return [{"name": f"P{number + 1}", "w": w} for number, w in enumerate(ws)]


def random_platform(random, count, scale):
    """Of so many processors; scale: what the times of all links are multiplied by. P1 is the master."""
    clusters = parts_of(random, count)
    edges = more_edges(random, clusters, edges_of(random, clusters))
    links = [{"between": [f"P{a + 1}", f"P{b + 1}"], "c": text(scale * LEVELS[level] * random.choice(SLOWNESS))}
             for (a, b), level in sorted(edges.items())]
    return {"processors": processors_of(random, count), "links": links, "masters": ["P1"]}


def with_affinities(random, platform, tree):
    """Times that follow no speed, and tasks that a processor cannot execute; the master can execute all."""
    times = {}
    for processor in platform["processors"]:
        if processor["w"] is None:
            continue
        can_all = processor["name"] in platform["masters"]
        times[processor["name"]] = {
            task["name"]: None if not can_all and random.random() < IMPOSSIBLE else
            text(processor["w"] * task["weight"] * random.choice(FACTORS)) for task in tree["tasks"]}
    return platform | {"times": times}
