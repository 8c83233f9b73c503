//! A scripted person, seeded, who does tasks one after the other.
#![allow(dead_code, reason = "each test uses a part")]

use lea_model::{Event, EventTarget, EventType, RawSession, WindowRef};

/// One thing to do: application, action, words on the target.
pub type Step = (String, String, String);

pub fn step(app: &str, action: &str, label: &str) -> Step {
    (app.to_owned(), action.to_owned(), label.to_owned())
}

/// A task of so many steps in two applications.
pub fn task(name: char, steps: usize) -> Vec<Step> {
    (0..steps)
        .map(|n| {
            step(if 2 * n < steps { "Calc" } else { "Browser" }, "click", &format!("{name}-{}", letter(n)))
        })
        .collect()
}

fn letter(n: usize) -> char {
    char::from(b'a' + (n % 26) as u8)
}

pub struct Person {
    pub session: RawSession,
    /// Where each task begins.
    pub truth: Vec<usize>,
    pub now: f64,
    random: u64,
}

impl Person {
    pub fn new(seed: u64) -> Self {
        let session = RawSession { started_at: "2026-03-02T08:00:00Z".into(), ..Default::default() };
        Self { session, truth: Vec::new(), now: 0.0, random: seed.wrapping_mul(0x9E37_79B9).wrapping_add(7) }
    }

    /// A number below `n` (SplitMix64).
    pub fn below(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub fn begins(&mut self) {
        self.truth.push(self.session.events.len());
    }

    pub fn waits(&mut self, seconds: f64) {
        self.now += seconds;
    }

    pub fn acts(&mut self, (app, action, label): &Step) {
        self.now += 1.0 + self.below(4) as f64;
        let mut event = Event::new(self.session.events.len() as u64, self.now, EventType::MouseClick);
        event.window = Some(WindowRef { app_name: app.clone(), ..Default::default() });
        event.target = Some(EventTarget { label: Some(label.clone()), ..Default::default() });
        event.data.insert("action".into(), action.clone().into());
        self.session.events.push(event);
    }

    pub fn does(&mut self, steps: &[Step]) {
        self.begins();
        steps.iter().for_each(|s| self.acts(s));
    }

    /// The steps without some of those between the first and the last.
    pub fn leaves_out(&mut self, steps: &[Step], share: f64) -> Vec<Step> {
        let last = steps.len() - 1;
        let kept =
            |n: &usize, this: &mut Self| *n == 0 || *n == last || this.below(1000) as f64 >= share * 1000.0;
        (0..steps.len()).filter(|n| kept(n, self)).map(|n| steps[n].clone()).collect()
    }

    /// The steps with two neighbours between the first and the last exchanged.
    pub fn swaps_two(&mut self, steps: &[Step]) -> Vec<Step> {
        let mut steps = steps.to_vec();
        if steps.len() >= 4 {
            let at = 1 + self.below(steps.len() - 3);
            steps.swap(at, at + 1);
        }
        steps
    }
}
