//! Sheets: grids that number their rows at the left and letter their columns above. A cell of one is known by its address, whatever it
//! says, and also where it says nothing.

use crate::label::normal;
use crate::params::sheet::{ALIGNED, LEAST_LETTERED, LEAST_NUMBERED, MOST_UNREAD};
use lea_model::{DetectedText, Point, Rect, ScreenState};

/// A row or a column: its number, from 1, where its number or letter stands, and from where to where it reaches, as far as that can be
/// told from its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Strip {
    number: u32,
    middle: i32,
    from: i32,
    to: i32,
}

impl Strip {
    /// What surely belongs to it, whatever the widths of its neighbours are: as much on both sides of its middle.
    fn core(&self) -> (i32, i32) {
        let half = (self.middle - self.from).min(self.to - self.middle);
        (self.middle - half, self.middle + half)
    }
}

/// The cells of a sheet, as far as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    rows: Vec<Strip>,
    columns: Vec<Strip>,
}

/// Where a cell is: the letters of its column and the number of its row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The letters, as `A` or `AB`.
    pub column: String,
    /// The number, from 1.
    pub row: u32,
}

impl Address {
    /// Reads an address such as `D12`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (letters, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
        number_of(letters)?;
        Some(Self { column: letters.to_uppercase(), row: digits.parse().ok().filter(|n| *n > 0)? })
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.column, self.row)
    }
}

impl Sheet {
    /// The sheet on a screen, if there is one.
    pub fn of(state: &ScreenState) -> Option<Self> {
        let words = words(state);
        let (rows, edge) = numbered(&words)?;
        let columns = lettered(&words, edge, rows.first()?.from)?;
        Some(Self { rows, columns })
    }

    /// The cell at a point.
    pub fn at(&self, at: Point) -> Option<Address> {
        let holds = |x: i32| move |s: &&Strip| s.from <= x && x < s.to;
        let column = letters_of(self.columns.iter().find(holds(at.x))?.number);
        Some(Address { column, row: self.rows.iter().find(holds(at.y))?.number })
    }

    /// Where a cell is; none where it is not in sight.
    pub fn place(&self, address: &Address) -> Option<Rect> {
        let number = number_of(&address.column)?;
        let column = self.columns.iter().find(|c| c.number == number)?;
        let row = self.rows.iter().find(|r| r.number == address.row)?;
        let ((x1, x2), (y1, y2)) = (column.core(), row.core());
        Some(Rect { x1, y1, x2, y2 })
    }

    /// What the cells of a row say, from left to right; empty cells are left out.
    pub fn row(&self, state: &ScreenState, row: u32) -> Vec<(Address, String)> {
        let mut found: Vec<(i32, Address, String)> = Vec::new();
        for text in &state.perception.detected_text {
            let Some(bbox) = text.bbox else { continue };
            let Some(address) = self.at(Point { x: bbox.x1 + 2, y: bbox.center().y }) else { continue };
            let said = plain(&text.text);
            if address.row == row && !normal(&said).is_empty() {
                found.push((bbox.x1, address, said));
            }
        }
        found.sort_by_key(|(x, ..)| *x);
        found.into_iter().map(|(_, address, said)| (address, said)).collect()
    }

    /// What a cell says; none where it is empty.
    pub fn says(&self, state: &ScreenState, address: &Address) -> Option<String> {
        self.row(state, address.row).into_iter().find(|(a, _)| a == address).map(|(_, said)| said)
    }

    /// The letters of the columns that are in sight.
    pub fn columns(&self) -> impl Iterator<Item = String> + '_ {
        self.columns.iter().map(|c| letters_of(c.number))
    }

    /// The numbers of the rows that are in sight.
    pub fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        self.rows.iter().map(|r| r.number)
    }
}

/// A line of the grid beside a word is read as a sign.
fn plain(text: &str) -> String {
    text.trim_matches(|c: char| matches!(c, '|' | '[' | ']' | '_') || c.is_whitespace()).to_owned()
}

/// Words with their places; a line whose words are not known is one.
fn words(state: &ScreenState) -> Vec<(&str, Rect)> {
    let of = |line: &'_ DetectedText| -> Vec<(usize, Rect)> {
        line.words.iter().enumerate().map(|(n, w)| (n, w.bbox)).collect()
    };
    let mut found = Vec::new();
    for line in &state.perception.detected_text {
        match (line.words.is_empty(), line.bbox) {
            (true, Some(bbox)) => found.push((line.text.trim(), bbox)),
            _ => found.extend(of(line).into_iter().map(|(n, bbox)| (line.words[n].text.trim(), bbox))),
        }
    }
    found
}

/// The rows: numbers below each other that count on, and the right edge of the strip they stand in.
fn numbered(words: &[(&str, Rect)]) -> Option<(Vec<Strip>, i32)> {
    let mut numbers: Vec<(u32, Rect)> =
        words.iter().filter_map(|(text, b)| Some((text.parse().ok().filter(|n| *n > 0)?, *b))).collect();
    numbers.sort_by_key(|(_, b)| (b.center().y, b.x1));
    let mut best: Vec<(u32, Rect)> = Vec::new();
    for (_, first) in &numbers {
        let in_line = |b: &Rect| (b.center().x - first.center().x).abs() <= ALIGNED;
        let column: Vec<(u32, Rect)> = numbers.iter().filter(|(_, b)| in_line(b)).copied().collect();
        let chain = counting(&column, |b| b.center().y);
        if chain.len() > best.len() {
            best = chain;
        }
    }
    let edge = best.iter().map(|(_, b)| b.x2).max()?;
    let strips = strips(&best.iter().map(|(n, b)| (*n, b.center().y)).collect::<Vec<_>>());
    (best.len() >= LEAST_NUMBERED).then_some((strips, edge))
}

/// The columns: letters beside each other that count on, right of the numbers and above the first of them.
fn lettered(words: &[(&str, Rect)], left: i32, top: i32) -> Option<Vec<Strip>> {
    let letters = words.iter().filter_map(|(text, b)| Some((number_of(text)?, *b)));
    let mut letters: Vec<(u32, Rect)> =
        letters.filter(|(_, b)| b.x1 >= left && b.center().y <= top + ALIGNED).collect();
    letters.sort_by_key(|(_, b)| (b.center().x, b.y1));
    let mut best: Vec<(u32, Rect)> = Vec::new();
    for (_, first) in &letters {
        let in_line = |b: &Rect| (b.center().y - first.center().y).abs() <= ALIGNED;
        let line: Vec<(u32, Rect)> = letters.iter().filter(|(_, b)| in_line(b)).copied().collect();
        let chain = counting(&line, |b| b.center().x);
        if chain.len() > best.len() {
            best = chain;
        }
    }
    let strips = strips(&best.iter().map(|(n, b)| (*n, b.center().x)).collect::<Vec<_>>());
    (best.len() >= LEAST_LETTERED).then_some(strips)
}

/// The longest run of things that count on along an axis; a few of them may be unread.
fn counting(all: &[(u32, Rect)], along: impl Fn(&Rect) -> i32) -> Vec<(u32, Rect)> {
    let mut runs: Vec<Vec<(u32, Rect)>> = Vec::new();
    for (number, bbox) in all {
        let fits = |run: &&mut Vec<(u32, Rect)>| {
            let (last, place) = run[run.len() - 1];
            *number > last && number - last <= MOST_UNREAD && along(bbox) > along(&place)
        };
        match runs.iter_mut().filter(fits).max_by_key(|run| run.len()) {
            Some(run) => run.push((*number, *bbox)),
            None => runs.push(vec![(*number, *bbox)]),
        }
    }
    runs.into_iter().max_by_key(Vec::len).unwrap_or_default()
}

/// From middles to strips that touch; what was not read between two is as wide as its share of the gap.
fn strips(middles: &[(u32, i32)]) -> Vec<Strip> {
    let mut all: Vec<(u32, i32)> = Vec::new();
    for pair in middles.windows(2) {
        let ((n, x), (m, y)) = (pair[0], pair[1]);
        let between = (m - n).max(1) as i32;
        all.extend((0..between).map(|k| (n + k as u32, x + (y - x) * k / between)));
    }
    all.extend(middles.last());
    let last = all.len().saturating_sub(1);
    let strip = |(at, (number, middle)): (usize, &(u32, i32))| {
        let before = at.checked_sub(1).map(|b| i32::midpoint(all[b].1, *middle));
        let behind = (at < last).then(|| i32::midpoint(*middle, all[at + 1].1));
        // The first and the last reach as far beyond as they do on their other side.
        let from = before.or(behind.map(|to| 2 * middle - to)).unwrap_or(*middle);
        let to = behind.or(before.map(|from| 2 * middle - from)).unwrap_or(*middle);
        Strip { number: *number, middle: *middle, from, to }
    };
    all.iter().enumerate().map(strip).collect()
}

/// The number of a column by its letters; none where they are not letters of a column.
fn number_of(letters: &str) -> Option<u32> {
    let is_column = (1..=2).contains(&letters.len()) && letters.chars().all(|c| c.is_ascii_uppercase());
    is_column.then(|| letters.bytes().fold(0, |n, b| n * 26 + u32::from(b - b'A') + 1))
}

fn letters_of(mut number: u32) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        let rest = (number - 1) % 26;
        letters.push(char::from(b'A' + rest as u8));
        number = (number - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sheet with ten rows of 17 px and seven columns of 90, of which one letter is unread, and texts in its cells.
    pub(crate) fn shown(texts: &[(&str, i32, i32)]) -> ScreenState {
        let mut state = ScreenState::default();
        let mut add = |text: &str, x: i32, y: i32| {
            let bbox = Some(Rect { x1: x, y1: y, x2: x + 8 * text.len() as i32, y2: y + 10 });
            state.perception.detected_text.push(DetectedText {
                text: text.into(),
                bbox,
                ..DetectedText::default()
            });
        };
        for (n, letter) in ["A", "B", "C", "D", "E", "F", "G"].iter().enumerate().filter(|(n, _)| *n != 4) {
            add(letter, 78 + 90 * n as i32, 130);
        }
        (0..10).for_each(|n| add(&(n + 1).to_string(), 12, 147 + 17 * n));
        texts.iter().for_each(|(text, x, y)| add(text, *x, *y));
        state
    }

    #[test]
    fn a_cell_is_known_by_its_address_also_where_a_letter_is_unread() {
        let state = shown(&[]);
        let sheet = Sheet::of(&state).unwrap();
        assert_eq!(sheet.at(Point { x: 352, y: 183 }).unwrap().to_string(), "D3");
        assert_eq!(sheet.at(Point { x: 440, y: 150 }).unwrap().to_string(), "E1");
        let place = sheet.place(&Address::parse("D3").unwrap()).unwrap();
        assert!(place.contains(Point { x: 352, y: 183 }), "{place:?}");
        assert_eq!(sheet.place(&Address::parse("D40").unwrap()), None, "out of sight");
        assert_eq!(sheet.at(Point { x: 5, y: 183 }), None, "the numbers are no cells");
    }

    #[test]
    fn a_row_says_what_its_cells_say() {
        let state = shown(&[("|Coffee", 37, 181), ("S13", 128, 181), ("Dates", 37, 198)]);
        let sheet = Sheet::of(&state).unwrap();
        let said: Vec<String> = sheet.row(&state, 3).into_iter().map(|(a, s)| format!("{a} {s}")).collect();
        assert_eq!(said, ["A3 Coffee", "B3 S13"]);
        assert_eq!(sheet.says(&state, &Address::parse("D3").unwrap()), None);
    }

    #[test]
    fn numbers_in_a_list_are_no_sheet() {
        let mut state = ScreenState::default();
        for n in 0..10 {
            let bbox = Some(Rect { x1: 12, y1: 20 * n, x2: 30, y2: 20 * n + 10 });
            let text = (n + 1).to_string();
            state.perception.detected_text.push(DetectedText { text, bbox, ..DetectedText::default() });
        }
        assert_eq!(Sheet::of(&state), None);
    }

    #[test]
    fn addresses_are_letters_and_a_number() {
        assert_eq!(letters_of(28), "AB");
        assert_eq!(number_of("AB"), Some(28));
        assert_eq!(Address::parse("ab3"), None, "as sheets write them");
        assert_eq!(Address::parse("D0"), None);
        assert_eq!(Address::parse("K-4017"), None);
    }
}
