"""Random jobs: trees whose input is their largest file, as in both examples of the paper."""

WEIGHTS = 1, 10
INPUT = 5, 10  # data of the root's file
DATA = 1, 3  # of all other files


def random_tree(random, tasks):
    """Each task but the first hangs on one of those before it, each as likely."""
    names = [f"T{number + 1}" for number in range(tasks)]
    files = [{"from": "begin", "to": names[0], "data": random.randint(*INPUT)}]
    files += [{"from": names[random.randrange(number)], "to": names[number], "data": random.randint(*DATA)}
              for number in range(1, tasks)]
    return {"tasks": [{"name": name, "weight": random.randint(*WEIGHTS)} for name in names], "files": files}
