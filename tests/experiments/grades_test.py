"""Grades of comparisons and of statements, worked by hand."""
import unittest

from common import grades
from common.criteria import NotRun
from common.grades import Grade, Graded
from common.statements import Overall, Statements, cell_of, counted, overall


class Comparisons(unittest.TestCase):
    def assert_graded(self, graded, grade, reached=None):
        self.assertIs(graded.grade, grade)
        if reached is None:
            self.assertIsNone(graded.reached)
        else:
            self.assertAlmostEqual(graded.reached, reached)

    def test_a_difference_that_is_asked_for(self):
        for value, grade, reached in ((120, Grade.HOLDS, None), (110.1, Grade.HOLDS, None), (106, Grade.NEARLY, 0.6),
                                      (105.1, Grade.NEARLY, 0.51), (104, Grade.WEAKLY, 0.4), (100.4, Grade.TIE, None),
                                      (99.6, Grade.TIE, None), (99, Grade.OPPOSITE, None)):
            self.assert_graded(grades.more("", value, 100, 0.1), grade, reached)

    def test_less_is_more_the_other_way(self):
        for value, grade, reached in ((80, Grade.HOLDS, None), (94, Grade.NEARLY, 0.6), (99, Grade.WEAKLY, 0.1),
                                      (100, Grade.TIE, None), (101, Grade.OPPOSITE, None)):
            self.assert_graded(grades.less("", value, 100, 0.1), grade, reached)

    def test_without_a_size_a_difference_only_must_be_no_tie(self):
        self.assert_graded(grades.less("", 99.4, 100), Grade.HOLDS)
        self.assert_graded(grades.less("", 99.6, 100), Grade.TIE)

    def test_a_tie_is_none_for_a_criterion_that_asks_for_less_than_one(self):
        self.assert_graded(grades.more("", 100.4, 100, 0.001), Grade.TIE)

    def test_tolerances(self):
        for greatest, grade, reached in ((103.9, Grade.HOLDS, None), (105, Grade.NEARLY, 0.8), (107.5, Grade.NEARLY, 8 / 15),
                                         (108.1, Grade.OPPOSITE, None)):
            self.assert_graded(grades.alike("", [greatest, 100, 102], 0.04), grade, reached)

    def test_at_most_a_part_above_and_any_part_below(self):
        self.assert_graded(grades.not_above("", 50, 100, 0.02), Grade.HOLDS)
        self.assert_graded(grades.not_above("", 103, 100, 0.02), Grade.NEARLY, 2 / 3)
        self.assert_graded(grades.not_above("", 105, 100, 0.02), Grade.OPPOSITE)

    def test_near_counts_both_ways(self):
        self.assert_graded(grades.near("", 95.1, 100, 0.05), Grade.HOLDS)
        self.assert_graded(grades.near("", 92, 100, 0.05), Grade.NEARLY, 5 / 8)
        self.assert_graded(grades.near("", 111, 100, 0.05), Grade.OPPOSITE)

    def test_a_part_by_which_something_differs(self):
        self.assert_graded(grades.grown("", 0.06, 0.1), Grade.NEARLY, 0.6)
        self.assert_graded(grades.grown("", 0.004), Grade.TIE)

    def test_beside_nothing_there_is_no_comparison(self):
        for compare in (grades.more, grades.less, grades.not_above):
            with self.assertRaises(NotRun):
                compare("", 1, 0)
        with self.assertRaises(NotRun):
            grades.alike("", [0, 1], 0.1)

    def test_figures_are_signed_percents(self):
        self.assertEqual(grades.less("", 94, 100).figure, "-6.0%")
        self.assertEqual(grades.alike("", [100, 104], 1).figure, "4.0%")


class WholeStatements(unittest.TestCase):
    def test_the_worst_place_decides_where_all_are_as_said(self):
        self.assertIs(overall([Grade.HOLDS] * 3), Overall.HOLDS)
        self.assertIs(overall([Grade.HOLDS, Grade.NEARLY]), Overall.NEARLY)
        self.assertIs(overall([Grade.HOLDS, Grade.WEAKLY, Grade.NEARLY]), Overall.WEAKLY)

    def test_places_that_differ_are_mixed(self):
        self.assertIs(overall([Grade.HOLDS, Grade.TIE]), Overall.MIXED)
        self.assertIs(overall([Grade.HOLDS, Grade.OPPOSITE]), Overall.MIXED)
        self.assertIs(overall([Grade.WEAKLY, Grade.TIE]), Overall.MIXED)

    def test_where_none_is_as_said_the_worst_counts(self):
        self.assertIs(overall([Grade.TIE, Grade.TIE]), Overall.TIE)
        self.assertIs(overall([Grade.TIE, Grade.OPPOSITE]), Overall.OPPOSITE)
        self.assertIs(overall([Grade.OPPOSITE]), Overall.OPPOSITE)

    def test_nothing_was_run(self):
        self.assertIs(overall([]), Overall.NOT_RUN)

    def test_what_is_shown_is_not_judged(self):
        self.assertIs(overall([None, None]), Overall.NOT_JUDGED)


class Registered(unittest.TestCase):
    def setUp(self):
        self.statements = Statements()

        @self.statements.says("5.2", "it moves less", "less traffic")
        def moves_less(results):
            if results is None:
                raise NotRun("nothing")
            yield grades.less("here", results, 10)

        self.statements.also_says("5.2", "because of this", "a reason")

    def test_in_order_with_their_judges(self):
        first, second = self.statements
        self.assertEqual((first.section, first.words, first.criterion), ("5.2", "it moves less", "less traffic"))
        self.assertIs(first.overall(first.graded(9)), Overall.HOLDS)
        self.assertIs(second.overall(second.graded(9)), Overall.NOT_JUDGED)

    def test_what_is_missing_is_not_run(self):
        first = self.statements[0]
        self.assertEqual(first.graded(None), [])
        self.assertIs(first.overall([]), Overall.NOT_RUN)


class Cells(unittest.TestCase):
    def test_all_that_hold_need_no_word(self):
        self.assertEqual(cell_of([Graded(7680, "-3.0%", Grade.HOLDS), Graded(15360, "-4.0%", Grade.HOLDS)]),
                         "7680: -3.0%; 15360: -4.0%")

    def test_others_are_marked_and_counted(self):
        self.assertEqual(cell_of([Graded(7680, "-3.0%", Grade.HOLDS), Graded(15360, "-1.6%", Grade.NEARLY, 0.533)]),
                         "1 of 2 hold. 7680: -3.0%; 15360: -1.6% *nearly* (0.53)")

    def test_of_many_only_those_that_do_not_hold_have_their_figures(self):
        many = [grades.less(size, 90 - size, 100) for size in range(10)] + [grades.less("x", 100, 100)]
        self.assertEqual(cell_of(many), "10 of 11 hold (-19.0% to -10.0%). x: +0.0% *tie*")

    def test_grades_are_counted_in_their_order(self):
        self.assertEqual(counted([Overall.TIE, Overall.HOLDS, Overall.TIE]), "holds 1, tie 2")

    def test_what_is_shown_is_not_counted(self):
        self.assertEqual(cell_of([grades.shown(7680, "0.2 s")]), "7680: 0.2 s")


if __name__ == "__main__":
    unittest.main()
