//! A person at the same keyboard: what they press comes through a connection of its own.

use lea_screen::Key;
use lea_screen::x11::keymap::Keymap;
use lea_screen::x11::link::Link;
use lea_stage::Stage;
use x11rb::protocol::xproto::{ConnectionExt as _, GrabMode, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, ModMask};
use x11rb::protocol::xtest::ConnectionExt as _;

/// A person's hands.
pub struct Person {
    link: Link,
    map: Keymap,
}

impl Person {
    pub fn new(stage: &Stage) -> Self {
        let link = Link::open(Some(stage.display())).unwrap();
        Keymap::enable(&link).unwrap();
        let map = Keymap::read(&link).unwrap();
        Self { link, map }
    }

    /// Presses keys one after the other, and keeps them down.
    pub fn press(&self, keys: &[Key]) {
        keys.iter().for_each(|key| self.send(KEY_PRESS_EVENT, *key));
        self.link.sync().unwrap();
    }

    /// Lets go of keys, the last one first.
    pub fn release(&self, keys: &[Key]) {
        keys.iter().rev().for_each(|key| self.send(KEY_RELEASE_EVENT, *key));
        self.link.sync().unwrap();
    }

    /// Presses keys together, as a person does.
    pub fn strike(&self, keys: &[Key]) {
        self.press(keys);
        self.release(keys);
    }

    fn send(&self, kind: u8, key: Key) {
        let code = self.map.codes(key)[0];
        self.link.conn.xtest_fake_input(kind, code, 0, self.link.root, 0, 0, 0).unwrap();
    }

    /// The codes of the keys that are down.
    pub fn keys_down(&self) -> Vec<u8> {
        let map = self.link.conn.query_keymap().unwrap().reply().unwrap().keys;
        (0..=255u8).filter(|code| map[usize::from(code / 8)] & (1 << (code % 8)) != 0).collect()
    }

    /// The buttons and modifiers that are down.
    pub fn buttons_down(&self) -> u16 {
        self.link.conn.query_pointer(self.link.root).unwrap().reply().unwrap().mask.into()
    }

    /// The last of these keys with Ctrl, Alt and these locks belongs to somebody else already.
    pub fn cannot_take(&self, keys: &[Key], locks: u16) -> bool {
        let code = self.map.codes(*keys.last().unwrap())[0];
        let mods = ModMask::CONTROL | ModMask::M1 | ModMask::from(locks);
        let (root, wait) = (self.link.root, GrabMode::ASYNC);
        self.link.conn.grab_key(false, root, mods, code, wait, wait).unwrap().check().is_err()
    }

    /// Some key writes this character by now.
    pub fn has_key_for(&self, c: char) -> bool {
        !Keymap::read(&self.link).unwrap().codes(Key::of_char(c)).is_empty()
    }
}
