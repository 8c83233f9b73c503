//! How an application of the hard world behaves: what it shows beside a record, how it saves, when its controls are enabled, how
//! long it takes to answer.

use crate::dice::Dice;
use crate::terms::Does;
use crate::words::Language;

/// Seconds of a healthy application at most, for a control that is enabled late and for an answer.
const HEALTHY_SECONDS: f64 = 3.0;
/// Seconds a control may stay disabled after typing.
const GREYED: (f64, f64) = (0.1, 3.0);
/// Seconds an answer may take.
const SLOW: (f64, f64) = (1.0, 20.0);

/// What saves a form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SavesBy {
    /// Its button.
    #[default]
    Button,
    /// Enter, in a field.
    Enter,
    /// Ctrl+S.
    CtrlS,
    /// F5.
    F5,
}

impl SavesBy {
    /// The keys; none where it is the button.
    pub fn keys(self) -> Option<Vec<String>> {
        let keys: &[&str] = match self {
            Self::Button => return None,
            Self::Enter => &["ENTER"],
            Self::CtrlS => &["CTRL", "S"],
            Self::F5 => &["F5"],
        };
        Some(keys.iter().map(|k| (*k).to_owned()).collect())
    }

    /// These keys save.
    pub fn is(self, keys: &[String]) -> bool {
        let same = |own: &[String]| {
            own.len() == keys.len() && own.iter().zip(keys).all(|(a, b)| a.eq_ignore_ascii_case(b))
        };
        self.keys().is_some_and(|own| same(&own))
    }
}

/// How an application behaves. The default is the plain world's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manners {
    /// The page of a record has a list of all records beside it.
    pub side_list: bool,
    /// The demonstrated way to save a form.
    pub saves_by: SavesBy,
    /// Seconds for which what commits is disabled after typing and after a page has come up.
    pub greyed: Option<f64>,
    /// Seconds until what was asked of it is answered.
    pub slow: Option<f64>,
    /// Deleting is an icon without words.
    pub has_icons: bool,
    /// Saving is one too: it is found by its looks, which takes pixels.
    pub save_is_icon: bool,
    /// Ctrl+A and Delete with no field in focus delete what the page shows.
    pub keys_delete: bool,
    /// The list says who entered each record: names that may be those of other records.
    pub authors: bool,
    /// The form of a new record comes with the beginning of a telephone number.
    pub prefilled: bool,
    /// The learner saw the same record each time: its row is picked by a text that every run has.
    pub fixed_row: bool,
    /// A search opens the record that it finds, with no list to pick from.
    pub search_opens: bool,
    /// It opens the last of those that begin like what was searched for, though another is that exactly.
    pub search_misses: bool,
}

impl Manners {
    /// Manners by chance, with the names of what was drawn. A healthy application does everything in a few seconds. `only` this is
    /// drawn, where it is given.
    pub fn draw(dice: &mut Dice, healthy: bool, only: Only) -> (Self, Vec<&'static str>) {
        let mut names = Vec::new();
        let mut is = |dice: &mut Dice, chance: u32, name: &'static str| {
            let drawn = is_drawn(dice, chance, name, only);
            names.extend(drawn.then_some(name));
            drawn
        };
        let side_list = is(dice, 30, "side list");
        let saves_by = match is(dice, 25, "saves by a key") {
            true => *dice.pick(&[SavesBy::Enter, SavesBy::CtrlS, SavesBy::F5]),
            false => SavesBy::Button,
        };
        let greyed = is(dice, 20, "late control").then(|| dice.real(GREYED.0, GREYED.1));
        let greyed = match !healthy && is(dice, 4, "disabled for ever") {
            true => Some(f64::INFINITY),
            false => greyed,
        };
        let most = if healthy { HEALTHY_SECONDS } else { SLOW.1 };
        let slow = is(dice, 20, "slow answer").then(|| dice.real(SLOW.0, most));
        let has_icons = is(dice, 10, "icons");
        let manners =
            Self { side_list, saves_by, greyed, slow, has_icons, keys_delete: true, ..Self::default() };
        (manners, names)
    }

    /// Seconds until a press of this is answered; none where it is answered at once.
    pub fn answer_takes(&self, does: &Does) -> Option<f64> {
        use Does::{Confirm, Decide, Login, Open, Save, Search};
        let asks = matches!(does, Save | Confirm | Decide(_) | Search | Open(_) | Login);
        self.slow.filter(|_| asks)
    }

    /// A control that does this is disabled for a time.
    pub fn greys(&self, does: &Does) -> bool {
        self.greyed.is_some() && matches!(does, Does::Save | Does::Decide(_) | Does::Confirm)
    }

    /// The same for demonstrations, where nothing was late.
    pub fn demonstrated(&self) -> Self {
        Self { greyed: None, slow: None, ..self.clone() }
    }
}

/// What alone is drawn of all that is hard, one thing or two together; everything where both are missing.
pub type Only = [Option<&'static str>; 2];

/// It is drawn, by chance, or because it alone is wanted.
pub fn is_drawn(dice: &mut Dice, chance: u32, name: &'static str, only: Only) -> bool {
    let by_chance = dice.percent(chance);
    if only == [None, None] { by_chance } else { only.contains(&Some(name)) }
}

/// Another language than the two of the plain world.
pub fn foreign_language(dice: &mut Dice) -> Language {
    *dice.pick(&[Language::German, Language::Spanish, Language::Polish])
}
