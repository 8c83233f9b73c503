"""python3 -m unittest: the rules of measure.py, by example."""
import unittest

import measure
import reader


def text(said, box, **more):
    return {"text": said, "box": box, "clipped": False, **more}


def line(said, box):
    return {"text": said, "box": box}


class Reading(unittest.TestCase):
    def test_a_line_that_says_it_counts(self):
        self.assertEqual(measure.read(text("Enregistrer sous…", [10, 10, 120, 30]), [line("Enregistrer sous...", [10, 11, 119, 29])]), "exact")

    def test_a_run_of_words_of_a_longer_line_counts(self):
        self.assertEqual(measure.read(text("Nouveau", [10, 10, 200, 30]), [line("Nouveau Ctrl+N", [10, 11, 199, 29])]), "exact")

    def test_half_a_word_does_not_count(self):
        self.assertEqual(measure.read(text("Nou", [10, 10, 200, 30]), [line("Nouveau", [10, 11, 199, 29])]), "missed")

    def test_neighbouring_lines_are_joined(self):
        self.assertEqual(measure.read(text("4 117,75 €", [10, 10, 120, 30]), [line("4 117,75", [10, 11, 90, 29]), line("€", [95, 11, 110, 29])]), "exact")

    def test_the_same_words_elsewhere_do_not_count(self):
        self.assertEqual(measure.read(text("OK", [10, 10, 40, 30]), [line("OK", [10, 110, 40, 130])]), "missed")

    def test_a_lost_accent_is_near_but_not_exact(self):
        self.assertEqual(measure.read(text("Maïté", [10, 10, 60, 30]), [line("Maité", [10, 10, 60, 30])]), "near")

    def test_bullets_and_clipped_strings_are_not_asked_for(self):
        self.assertFalse(measure.counts_as_text(text("•••••", [0, 0, 9, 9])))
        self.assertFalse(measure.counts_as_text({"text": "Nom", "box": [0, 0, 9, 9], "clipped": True}))


class Elements(unittest.TestCase):
    def setUp(self):
        self.screen = {"ignore": [[500, 0, 600, 100]], "elements": [
            {"type": "button", "box": [0, 0, 100, 30], "interactive": True},
            {"type": "checkbox", "box": [0, 50, 16, 66], "also_boxes": [[0, 46, 120, 70]], "interactive": True},
            {"type": "table_cell", "also_types": ["list_item"], "box": [0, 100, 200, 120], "interactive": False},
            {"type": "link", "box": [0, 200, 90, 220], "interactive": True, "shaded": True}]}

    def score(self, *found):
        return measure.elements(self.screen, {"elements": [{"type": t, "box": b} for t, b in found]})

    def test_a_tick_may_be_found_with_or_without_its_words(self):
        self.assertEqual(self.score(("checkbox", [0, 50, 16, 66]))["hit"], 1)
        self.assertEqual(self.score(("checkbox", [0, 46, 120, 70]))["hit"], 1)

    def test_two_finds_of_one_thing_are_one_hit_and_one_wrong(self):
        s = self.score(("button", [0, 0, 100, 30]), ("button", [5, 2, 95, 28]))
        self.assertEqual((s["hit"], s["found"]), (1, 2))

    def test_too_large_or_off_centre_is_no_hit(self):
        self.assertEqual(self.score(("button", [0, 0, 300, 60]))["hit"], 0)
        self.assertEqual(self.score(("button", [60, 0, 160, 30]))["hit"], 0)

    def test_what_nobody_vouches_for_is_neither_right_nor_wrong(self):
        s = self.score(("button", [510, 10, 550, 30]), ("list_item", [0, 100, 200, 120]), ("link", [0, 200, 90, 220]))
        self.assertEqual((s["hit"], s["found"]), (0, 0))

    def test_labels_are_no_claim(self):
        self.assertEqual(self.score(("label", [0, 0, 100, 30]))["found"], 0)


class Format(unittest.TestCase):
    def test_a_row_of_lea_look_is_read(self):
        seen = reader.from_look({"id": "a", "ms": 12, "state": {"perception": {"detected_text": [{"text": "OK", "bbox": [1, 2, 3, 4], "words": [{"text": "OK", "bbox": [1, 2, 3, 4]}]}]},
                                                               "ui_elements": [{"type": "button", "bbox": [0, 0, 9, 9]}]}})
        self.assertEqual((seen["lines"][0]["text"], seen["elements"][0]["type"], seen["ms"]), ("OK", "button", 12))


if __name__ == "__main__":
    unittest.main()
