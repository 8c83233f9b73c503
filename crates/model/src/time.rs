//! Times as text: RFC 3339 in fields, `2025-11-22T10-15-00` in ids. No clock lives here.

use std::fmt;

const SECONDS_PER_DAY: i64 = 86_400;
const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// An instant read from RFC 3339 text, with the offset it was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp {
    /// Whole seconds since 1970-01-01T00:00:00Z.
    pub unix_seconds: i64,
    /// Nanoseconds after that second, below 1,000,000,000.
    pub nanos: u32,
    /// Minutes east of UTC, as written.
    pub offset_minutes: i16,
}

impl Timestamp {
    /// Reads RFC 3339 text such as `2025-11-22T10:15:00.250+01:00`; none if it has another form.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let (clock, rest) = bytes.split_at_checked(19)?;
        if !matches!(clock[10], b'T' | b't' | b' ') {
            return None;
        }
        let local = civil_seconds(clock, b':')?;
        let (nanos, zone) = fraction(rest)?;
        let offset_minutes = offset(zone)?;
        let unix_seconds = local - i64::from(offset_minutes) * 60;
        Some(Self { unix_seconds, nanos, offset_minutes })
    }

    /// The instant so many seconds later, in the same offset; none beyond the years 0 to 9999.
    pub fn plus_seconds(self, seconds: f64) -> Option<Self> {
        // Beyond this no sum lies in the years 0 to 9999.
        const FURTHEST: f64 = 4e11;
        if seconds.is_nan() || seconds.abs() > FURTHEST {
            return None;
        }
        let whole = seconds.floor();
        let nanos = i64::from(self.nanos) + ((seconds - whole) * 1e9).round() as i64;
        let later = Self {
            unix_seconds: self.unix_seconds + whole as i64 + nanos.div_euclid(NANOS_PER_SECOND),
            nanos: nanos.rem_euclid(NANOS_PER_SECOND) as u32,
            offset_minutes: self.offset_minutes,
        };
        (0..=9999).contains(&later.civil().0).then_some(later)
    }

    /// Comes before the other, whatever their offsets.
    pub fn is_before(self, other: Self) -> bool {
        (self.unix_seconds, self.nanos) < (other.unix_seconds, other.nanos)
    }

    /// The same instant as the other, whatever their offsets.
    pub fn is_same_instant(self, other: Self) -> bool {
        (self.unix_seconds, self.nanos) == (other.unix_seconds, other.nanos)
    }

    /// The form used in ids, in the offset it was written in: `2025-11-22T10-15-00`.
    pub fn id_time(self) -> String {
        let (year, month, day, hour, minute, second) = self.civil();
        format!("{year:04}-{month:02}-{day:02}T{hour:02}-{minute:02}-{second:02}")
    }

    fn civil(self) -> (i64, u32, u32, u32, u32, u32) {
        let local = self.unix_seconds + i64::from(self.offset_minutes) * 60;
        let (year, month, day) = civil_from_days(local.div_euclid(SECONDS_PER_DAY));
        let second = local.rem_euclid(SECONDS_PER_DAY) as u32;
        (year, month, day, second / 3600, second / 60 % 60, second % 60)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day, hour, minute, second) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        if self.nanos != 0 {
            let digits = format!("{:09}", self.nanos);
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        if self.offset_minutes == 0 {
            return write!(f, "Z");
        }
        let sign = if self.offset_minutes < 0 { '-' } else { '+' };
        let minutes = self.offset_minutes.unsigned_abs();
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

/// The text has the form of a time in an id and names a real day: `2025-11-22T10-15-00`.
pub fn is_id_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 19 && bytes[10] == b'T' && civil_seconds(bytes, b'-').is_some()
}

/// Seconds since 1970 of `YYYY-MM-DD?hh:mm:ss` (exactly 19 bytes), with this separator in the clock.
fn civil_seconds(text: &[u8], clock_separator: u8) -> Option<i64> {
    let separators = [(4, b'-'), (7, b'-'), (13, clock_separator), (16, clock_separator)];
    if separators.iter().any(|&(at, byte)| text[at] != byte) {
        return None;
    }
    let year = digits(&text[0..4])?;
    let (month, day) = (digits(&text[5..7])?, digits(&text[8..10])?);
    let (hour, minute, second) = (digits(&text[11..13])?, digits(&text[14..16])?, digits(&text[17..19])?);
    // A second of 60 is a leap second: RFC 3339 writes it, and it counts as the next one.
    let real = (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second <= 60;
    if !real {
        return None;
    }
    Some(days_from_civil(year, month, day) * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second)
}

fn digits(text: &[u8]) -> Option<i64> {
    text.iter().try_fold(0, |sum, b| b.is_ascii_digit().then(|| sum * 10 + i64::from(b - b'0')))
}

/// The nanoseconds of `.123` and what follows them; digits beyond the ninth are dropped.
fn fraction(text: &[u8]) -> Option<(u32, &[u8])> {
    let Some((b'.', rest)) = text.split_first() else {
        return Some((0, text));
    };
    let length = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let (decimals, rest) = rest.split_at(length);
    if decimals.is_empty() {
        return None;
    }
    let nanos = (0..9).fold(0, |sum, i| sum * 10 + decimals.get(i).map_or(0, |b| u32::from(b - b'0')));
    Some((nanos, rest))
}

/// The minutes of `Z` or `±hh:mm`.
fn offset(text: &[u8]) -> Option<i16> {
    match text {
        [b'Z' | b'z'] => Some(0),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
            let (hours, minutes) = (digits(&[*h1, *h2])?, digits(&[*m1, *m2])?);
            if hours > 23 || minutes > 59 {
                return None;
            }
            let total = (hours * 60 + minutes) as i16;
            Some(if *sign == b'-' { -total } else { total })
        }
        _ => None,
    }
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since 1970-01-01. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let y = if month <= 2 { year - 1 } else { year };
    let era = y.div_euclid(400);
    let year_of_era = y - era * 400;
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year, month and day of a number of days since 1970-01-01; the inverse of `days_from_civil`.
fn civil_from_days(days: i64) -> (i64, u32, u32) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z - era * 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let m = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * m + 2) / 5 + 1) as u32;
    let month = (if m < 10 { m + 3 } else { m - 9 }) as u32;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rfc_3339_is_read_and_written_back() {
        for text in [
            "2025-11-22T10:15:00Z",
            "2025-11-22T10:15:00.25+01:00",
            "2024-02-29T23:59:59.123456789-09:30",
            "1969-12-31T23:59:59Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z",
        ] {
            assert_eq!(Timestamp::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn other_forms_are_refused() {
        for text in [
            "",
            "2025-11-22",
            "2025-11-22T10:15:00",
            "2025-02-29T10:15:00Z",
            "2025-13-01T10:15:00Z",
            "2025-11-22T24:15:00Z",
            "2025-11-22T10:15:00.Z",
            "2025-11-22T10:15:00+1:00",
            "2025-11-22T10:15:00+24:00",
            "2025-11-22T10-15-00Z",
            "２025-11-22T10:15:00Z",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn known_instants_have_their_unix_time() {
        assert_eq!(Timestamp::parse("2001-09-09T01:46:40Z").unwrap().unix_seconds, 1_000_000_000);
        assert_eq!(Timestamp::parse("2001-09-09T03:46:40+02:00").unwrap().unix_seconds, 1_000_000_000);
    }

    #[test]
    fn seconds_are_added_across_days() {
        let start = Timestamp::parse("2025-12-31T23:59:59.5+01:00").unwrap();
        assert_eq!(start.plus_seconds(0.75).unwrap().to_string(), "2026-01-01T00:00:00.25+01:00");
        assert_eq!(start.plus_seconds(f64::NAN), None);
        assert_eq!(start.plus_seconds(1e300), None);
        assert_eq!(start.plus_seconds(3e11), None);
    }

    #[test]
    fn a_time_in_an_id_uses_dashes() {
        let t = Timestamp::parse("2025-11-22T10:15:00.9+01:00").unwrap();
        assert_eq!(t.id_time(), "2025-11-22T10-15-00");
        assert!(is_id_time(&t.id_time()));
        assert!(!is_id_time("2025-11-22T10:15:00"));
        assert!(!is_id_time("2025-11-31T10-15-00"));
    }
}
