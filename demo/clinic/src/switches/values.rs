//! What a switch can be set to, and how it is written.

use crate::chance::Chance;
use std::time::Duration;

/// A setting that is read from a word and written as one.
pub trait Value: Sized {
    /// Reads it; the error says what it may be.
    fn read(word: &str) -> Result<Self, String>;
    /// Writes it as it is read.
    fn write(&self) -> String;
}

/// An enumeration whose values are words.
macro_rules! choices {
    ($(#[$about:meta])* $name:ident { $first:ident = $first_word:literal $first_about:literal $(, $other:ident = $word:literal $doc:literal)* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            #[doc = $first_about]
            #[default]
            $first,
            $(#[doc = $doc] $other,)*
        }

        impl $name {
            /// Its word.
            pub fn word(self) -> &'static str {
                match self { Self::$first => $first_word, $(Self::$other => $word,)* }
            }
        }

        impl Value for $name {
            fn read(word: &str) -> Result<Self, String> {
                match word {
                    $first_word => Ok(Self::$first),
                    $($word => Ok(Self::$other),)*
                    _ => Err([$first_word $(, $word)*].join(" or ")),
                }
            }

            fn write(&self) -> String {
                self.word().to_owned()
            }
        }
    };
}

choices!(
    /// The language of the screens.
    Language { French = "fr" "French.", English = "en" "English." }
);
choices!(
    /// The colours.
    Theme { Light = "light" "Dark on light.", Dark = "dark" "Light on dark.", Contrast = "contrast" "High contrast: black, white and yellow, thick borders." }
);
choices!(
    /// The letters.
    Font { Sans = "sans" "Without serifs.", Serif = "serif" "With serifs.", Mono = "mono" "Every letter of one width.", Narrow = "narrow" "Condensed." }
);
choices!(
    /// How much room things have.
    Density { Normal = "normal" "The usual.", Compact = "compact" "Close together.", Roomy = "roomy" "Far apart." }
);
choices!(
    /// What things are called.
    Labels { Usual = "usual" "As they were.", Renamed = "renamed" "By other words of the same meaning." }
);
choices!(
    /// Where the parts of a screen are.
    Layout { Usual = "usual" "Menu on the left, actions at the top.", Moved = "moved" "Menu at the top, actions at the bottom, search on the right." }
);
choices!(
    /// In which order columns, fields, menu entries and buttons come.
    Order { Usual = "usual" "As they were.", Mixed = "mixed" "In another order, which the seed decides." }
);
choices!(
    /// What the application does against a form that is sent twice.
    DoubleSubmits {
        Off = "off" "Buttons go grey and a repeated form is ignored.",
        Possible = "possible" "Nothing: a second click while it is slow acts a second time.",
        Always = "always" "Every form is taken twice."
    }
);

/// How often a fault happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Often {
    /// Not at all.
    #[default]
    Never,
    /// The first time only.
    Once,
    /// Every n-th time; each time if n is 1.
    Every(u32),
    /// Of a hundred times so many, at moments that the seed decides.
    Percent(u8),
}

impl Value for Often {
    fn read(word: &str) -> Result<Self, String> {
        let bad = || "never, once, always, every:3 (each third time) or 20%".to_owned();
        let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n > 0);
        match word {
            "never" | "off" => Ok(Self::Never),
            "once" => Ok(Self::Once),
            "always" | "on" => Ok(Self::Every(1)),
            _ => match (word.strip_prefix("every:"), word.strip_suffix('%')) {
                (Some(n), _) => number(n).map(Self::Every).ok_or_else(bad),
                (_, Some(n)) => n.parse().ok().filter(|n| *n <= 100).map(Self::Percent).ok_or_else(bad),
                _ => Err(bad()),
            },
        }
    }

    fn write(&self) -> String {
        match self {
            Self::Never => "never".to_owned(),
            Self::Once => "once".to_owned(),
            Self::Every(1) => "always".to_owned(),
            Self::Every(n) => format!("every:{n}"),
            Self::Percent(n) => format!("{n}%"),
        }
    }
}

/// Counts the occasions of one fault.
#[derive(Clone, Debug)]
pub struct Occasions {
    count: u64,
    chance: Chance,
}

impl Occasions {
    /// None yet.
    pub fn new(seed: u64, fault: &str) -> Self {
        Self { count: 0, chance: Chance::of(seed, fault) }
    }

    /// One more occasion: whether the fault happens on it.
    pub fn comes(&mut self, often: Often) -> bool {
        self.count += 1;
        match often {
            Often::Never => false,
            Often::Once => self.count == 1,
            Often::Every(n) => self.count.is_multiple_of(u64::from(n)),
            Often::Percent(p) => self.chance.happens(f64::from(p) / 100.0),
        }
    }
}

/// A size in hundredths of the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zoom(pub u16);

impl Default for Zoom {
    fn default() -> Self {
        Self(100)
    }
}

impl Value for Zoom {
    fn read(word: &str) -> Result<Self, String> {
        let percent = word.strip_suffix('%').unwrap_or(word).parse().ok();
        percent.filter(|p| (50..=300).contains(p)).map(Self).ok_or_else(|| "50% to 300%".to_owned())
    }

    fn write(&self) -> String {
        format!("{}%", self.0)
    }
}

/// How many requests a login lasts; it does not end where there is no number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lasts(pub Option<u32>);

impl Value for Lasts {
    fn read(word: &str) -> Result<Self, String> {
        match word {
            "never" | "off" => Ok(Self(None)),
            _ => word
                .parse()
                .ok()
                .filter(|n| *n > 0)
                .map(|n| Self(Some(n)))
                .ok_or_else(|| "never, or a number of requests".to_owned()),
        }
    }

    fn write(&self) -> String {
        self.0.map_or_else(|| "never".to_owned(), |n| n.to_string())
    }
}

/// The longest a slow answer may take.
const SLOWEST: Duration = Duration::from_secs(60);

impl Value for Duration {
    fn read(word: &str) -> Result<Self, String> {
        let bad = || "a time up to 60s, such as 800ms or 2.5s".to_owned();
        let (number, unit) = match (word.strip_suffix("ms"), word.strip_suffix('s')) {
            (Some(number), _) => (number, 0.001),
            (_, Some(number)) => (number, 1.0),
            _ if word == "0" || word == "off" => ("0", 1.0),
            _ => return Err(bad()),
        };
        let seconds = number.parse::<f64>().map_err(|_| bad())? * unit;
        Self::try_from_secs_f64(seconds).ok().filter(|d| *d <= SLOWEST).ok_or_else(bad)
    }

    fn write(&self) -> String {
        format!("{}ms", self.as_millis())
    }
}

impl Value for bool {
    fn read(word: &str) -> Result<Self, String> {
        match word {
            "on" | "yes" | "true" => Ok(true),
            "off" | "no" | "false" => Ok(false),
            _ => Err("on or off".to_owned()),
        }
    }

    fn write(&self) -> String {
        (if *self { "on" } else { "off" }).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_when_they_are_asked_for() {
        let ten = |often| {
            let mut occasions = Occasions::new(3, "x");
            (0..10).map(|_| occasions.comes(often)).collect::<Vec<_>>()
        };
        assert_eq!(ten(Often::Never), [false; 10]);
        assert_eq!(ten(Often::Every(1)), [true; 10]);
        assert_eq!(ten(Often::Once).iter().filter(|x| **x).count(), 1);
        assert_eq!(ten(Often::Every(3)).iter().filter(|x| **x).count(), 3);
        assert_eq!(ten(Often::Percent(50)), ten(Often::Percent(50)));
        assert_eq!(ten(Often::Percent(100)), [true; 10]);
    }
}
