//! Layout and content apart (SPEC L1.3): the layout stays when names, amounts or the number of rows change, the content does not.
//!
//! The layout is read as tokens in reading order: what kind of thing, in which sixth of the width. Heights are left out, because
//! whatever stands below a list moves with its rows; so are labels, plain words and cells, because they are content. What
//! repeats is said once, so that ten rows read like three. Kinds that are taken for one another when their content changes (a field
//! and a list that opens, a box to tick and a switch) count as one.

use crate::params::roles::{LAYOUT_PARTS, LONGEST_PERIOD};
use lea_lexicon::text::normal;
use lea_model::screen_state::{ContentSignature, LayoutComponents, LayoutSignature};
use lea_model::{ElementType, Rect, UIElement};
use std::collections::{BTreeSet, HashMap};

/// How layouts are computed; changes when the tokens do.
const METHOD: &str = "tokens_v2";

/// The layout of a screen.
pub fn layout(elements: &[UIElement], screen: Rect) -> LayoutSignature {
    let up = parents(elements);
    let tokens = collapsed(tokens(elements, &up, screen));
    let types: BTreeSet<String> =
        elements.iter().filter(|e| is_structure(e.element_type)).map(|e| type_name(e.element_type)).collect();
    let spatial_layout = tokens.join(" ");
    let ui_topology = topology(elements, &up);
    let hash = blake3::hash(format!("{METHOD}\u{1f}{spatial_layout}\u{1f}{ui_topology}").as_bytes());
    let sure: f64 = elements.iter().filter(|e| is_structure(e.element_type)).map(|e| e.confidence).sum();
    let count = elements.iter().filter(|e| is_structure(e.element_type)).count().max(1) as f64;
    LayoutSignature {
        hash: format!("lay_{}", &hash.to_hex()[..16]),
        method: METHOD.into(),
        components: LayoutComponents {
            ui_topology,
            spatial_layout,
            element_types: types.into_iter().collect(),
            ..LayoutComponents::default()
        },
        stability_score: Some((sure / count).clamp(0.0, 1.0)),
        ..LayoutSignature::default()
    }
}

/// Things that make a layout; words, pictures, cells and entries are what fills it.
fn is_structure(kind: ElementType) -> bool {
    use ElementType::{
        Button, Checkbox, Dialog, Dropdown, Menu, Radio, Slider, Tab, Table, TextArea, TextInput, Toggle,
        Toolbar,
    };
    matches!(
        kind,
        Button
            | Checkbox
            | Dialog
            | Dropdown
            | Menu
            | Radio
            | Slider
            | Tab
            | Table
            | TextArea
            | TextInput
            | Toggle
            | Toolbar
    )
}

fn type_name(kind: ElementType) -> String {
    serde_json::to_value(kind).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The kind of thing, as coarsely as a picture tells it for certain.
fn family(kind: ElementType) -> String {
    use ElementType::{Checkbox, Dropdown, Radio, TextArea, TextInput, Toggle};
    match kind {
        TextInput | TextArea | Dropdown => "field".into(),
        Checkbox | Radio | Toggle => "tick".into(),
        _ => type_name(kind),
    }
}

/// For each element the number of what contains it.
fn parents(elements: &[UIElement]) -> Vec<Option<usize>> {
    let index: HashMap<&str, usize> =
        elements.iter().enumerate().map(|(i, e)| (e.element_id.as_str(), i)).collect();
    elements.iter().map(|e| index.get(e.metadata.parent.as_deref()?).copied()).collect()
}

/// It stands in a row of a table or an entry of a list, and so is there as often as there are rows.
fn is_in_row(elements: &[UIElement], up: &[Option<usize>], i: usize) -> bool {
    let mut at = up[i];
    // Parents come before their children in reading order; the bound is for states from elsewhere.
    for _ in 0..8 {
        let Some(p) = at else { return false };
        if matches!(
            elements[p].element_type,
            ElementType::TableRow | ElementType::TableCell | ElementType::ListItem | ElementType::Table
        ) {
            return true;
        }
        at = up[p];
    }
    false
}

fn tokens(elements: &[UIElement], up: &[Option<usize>], screen: Rect) -> Vec<String> {
    let width = (screen.width() as i32).max(1);
    let part = |e: &UIElement| (e.center.x * LAYOUT_PARTS / width).clamp(0, LAYOUT_PARTS - 1);
    let mut out = Vec::new();
    for (i, e) in elements.iter().enumerate() {
        if is_structure(e.element_type) && !is_in_row(elements, up, i) {
            let name = family(e.element_type);
            // A container is where its middle is; what fills the width has no place.
            let wide = e.bbox.width() as i32 * 2 > width;
            out.push(if wide { name } else { format!("{name}@{}", part(e)) });
        }
    }
    out
}

/// What contains what, each kind once.
fn topology(elements: &[UIElement], up: &[Option<usize>]) -> String {
    let is_box = |k: ElementType| {
        matches!(k, ElementType::Dialog | ElementType::Menu | ElementType::Table | ElementType::Toolbar)
    };
    let mut pairs: BTreeSet<String> = BTreeSet::new();
    for (i, e) in elements.iter().enumerate() {
        if let Some(p) = up[i].filter(|p| is_box(elements[*p].element_type)) {
            if is_structure(e.element_type) && !is_in_row(elements, up, i) {
                pairs.insert(format!("{}>{}", type_name(elements[p].element_type), family(e.element_type)));
            }
        } else if is_box(e.element_type) {
            pairs.insert(type_name(e.element_type));
        }
    }
    pairs.into_iter().collect::<Vec<_>>().join(" ")
}

/// Says what repeats once, from short periods to long ones.
fn collapsed(mut tokens: Vec<String>) -> Vec<String> {
    for period in 1..=LONGEST_PERIOD {
        let mut i = 0;
        while i + 2 * period <= tokens.len() {
            if tokens[i..i + period] == tokens[i + period..i + 2 * period] {
                tokens.drain(i + period..i + 2 * period);
            } else {
                i += 1;
            }
        }
    }
    tokens
}

/// How alike two layouts are, within 0..1: the share of tokens they have in common, in order. The hash is a quick key; this is
/// the test.
pub fn likeness(a: &LayoutSignature, b: &LayoutSignature) -> f64 {
    if a.hash == b.hash {
        return 1.0;
    }
    let (x, y): (Vec<&str>, Vec<&str>) =
        (a.components.spatial_layout.split(' ').collect(), b.components.spatial_layout.split(' ').collect());
    let mut row = vec![0usize; y.len() + 1];
    for t in &x {
        let mut diagonal = 0;
        for (j, u) in y.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if t == u { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    2.0 * row[y.len()] as f64 / (x.len() + y.len()).max(1) as f64
}

/// What a screen says, apart from how it is laid out.
pub fn content(elements: &[UIElement]) -> ContentSignature {
    let up = parents(elements);
    let mut hasher = blake3::Hasher::new();
    let (mut variable, mut fixed): (BTreeSet<String>, BTreeSet<String>) = (BTreeSet::new(), BTreeSet::new());
    let columns = headers(elements);
    for (i, e) in elements.iter().enumerate() {
        let value = e.metadata.value.as_deref().unwrap_or("");
        hasher.update(format!("{}\u{1f}{value}\u{1f}{:?}\u{1e}", e.label, e.state).as_bytes());
        if e.label.trim().is_empty() {
            continue;
        }
        use ElementType::{
            Checkbox, Dropdown, Label, ListItem, Radio, Slider, TableCell, TableRow, TextArea, TextInput,
            Toggle,
        };
        match e.element_type {
            TextInput | TextArea | Dropdown | Checkbox | Radio | Toggle | Slider => {
                variable.insert(e.label.clone());
            }
            TableRow => {}
            TableCell if e.role == "header" => {
                fixed.insert(e.label.clone());
            }
            TableCell => {
                variable.extend(columns.get(&column(e)).cloned());
            }
            ListItem => {
                variable.insert("list".into());
            }
            _ if is_in_row(elements, &up, i) => {}
            Label if varies(&e.label) => {
                variable.insert(masked(&e.label));
            }
            _ => {
                fixed.insert(e.label.clone());
            }
        }
    }
    ContentSignature {
        hash: format!("con_{}", &hasher.finalize().to_hex()[..16]),
        variable_fields: variable.into_iter().collect(),
        static_fields: fixed.into_iter().collect(),
        ..ContentSignature::default()
    }
}

fn column(e: &UIElement) -> u64 {
    e.metadata.column.unwrap_or(u64::MAX)
}

fn headers(elements: &[UIElement]) -> HashMap<u64, String> {
    let cells = elements.iter().filter(|e| e.element_type == ElementType::TableCell && e.role == "header");
    cells.map(|e| (column(e), e.label.clone())).collect()
}

/// Words with numbers in them change with what is shown.
fn varies(label: &str) -> bool {
    label.chars().any(|c| c.is_ascii_digit())
}

/// The words without their numbers, which name the field.
fn masked(label: &str) -> String {
    let text: String = label.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    let mut last = ' ';
    let short: String = text
        .chars()
        .filter(|c| {
            let keep = !(*c == '#' && last == '#');
            last = *c;
            keep
        })
        .collect();
    if normal(&short).is_empty() { "#".into() } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SCREEN: Rect = Rect { x1: 0, y1: 0, x2: 1200, y2: 800 };

    fn put(
        all: &mut Vec<UIElement>,
        kind: ElementType,
        label: &str,
        bbox: [i32; 4],
        parent: Option<&str>,
    ) -> String {
        let mut e = UIElement::new(format!("el_{:04}", all.len()), kind, bbox.into());
        (e.label, e.confidence) = (label.into(), 0.9);
        if let Some(p) = parent {
            e.metadata.parent = Some(p.to_owned());
        }
        all.push(e.clone());
        e.element_id
    }

    /// A list of invoices with a button below it.
    fn invoices(rows: &[(String, String)], name: &str) -> Vec<UIElement> {
        let mut all = Vec::new();
        put(&mut all, ElementType::TextInput, "Nom", [100, 20, 400, 50], None);
        all[0].metadata.value = Some(name.to_owned());
        let y2 = 100 + 30 * rows.len() as i32;
        let table = put(&mut all, ElementType::Table, "", [50, 70, 1150, y2 + 30], None);
        for (i, (who, amount)) in rows.iter().enumerate() {
            let y = 100 + 30 * i as i32;
            let row = put(&mut all, ElementType::TableRow, "", [50, y, 1150, y + 30], Some(&table));
            put(&mut all, ElementType::Checkbox, "", [55, y + 5, 75, y + 25], Some(&row));
            put(&mut all, ElementType::TableCell, who, [100, y, 400, y + 30], Some(&row));
            put(&mut all, ElementType::TableCell, amount, [500, y, 700, y + 30], Some(&row));
            put(&mut all, ElementType::Button, "Voir", [900, y, 1000, y + 30], Some(&row));
        }
        put(&mut all, ElementType::Button, "Valider", [1000, y2 + 60, 1100, y2 + 90], None);
        all
    }

    proptest! {
        #[test]
        fn names_amounts_and_the_number_of_rows_do_not_change_the_layout(
            a in prop::collection::vec(("[A-Z][a-z]{2,12}", "[0-9]{1,5},[0-9]{2} €"), 1..30),
            b in prop::collection::vec(("[A-Z][a-z]{2,12}", "[0-9]{1,5},[0-9]{2} €"), 1..30),
            name in "[A-Za-z]{0,20}",
        ) {
            let (x, y) = (invoices(&a, "Dupont"), invoices(&b, &name));
            prop_assert_eq!(layout(&x, SCREEN).hash, layout(&y, SCREEN).hash);
            if a != b {
                prop_assert_ne!(content(&x).hash, content(&y).hash);
            }
        }
    }

    #[test]
    fn another_field_or_button_is_another_layout() {
        let rows = [("Dupont".to_owned(), "12".to_owned())];
        let mut other = invoices(&rows, "x");
        put(&mut other, ElementType::TextArea, "Note", [100, 600, 500, 700], None);
        let (a, b) = (layout(&invoices(&rows, "x"), SCREEN), layout(&other, SCREEN));
        assert_ne!(a.hash, b.hash);
        assert!(likeness(&a, &b) > 0.5 && likeness(&a, &b) < 1.0);
        assert_eq!(likeness(&a, &a), 1.0);
    }

    #[test]
    fn rows_that_no_table_was_made_of_repeat_once() {
        let tokens = |n: usize| {
            let row = ["checkbox@0", "button@4", "button@5"].map(String::from);
            let mut all = vec!["toolbar".to_owned()];
            (0..n).for_each(|_| all.extend(row.clone()));
            all.push("button@5".into());
            all.push("text_input@1".into());
            collapsed(all)
        };
        assert_eq!(tokens(3), tokens(9));
    }

    #[test]
    fn fields_vary_and_buttons_stay() {
        let c = content(&invoices(&[("Dupont".into(), "12".into())], "x"));
        assert!(c.variable_fields.contains(&"Nom".to_owned()), "{c:?}");
        assert!(c.static_fields.contains(&"Valider".to_owned()), "{c:?}");
    }

    #[test]
    fn an_empty_screen_has_signatures() {
        assert!(!layout(&[], SCREEN).hash.is_empty());
        assert!(!content(&[]).hash.is_empty());
    }
}
