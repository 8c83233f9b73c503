use super::*;
use lea_frame::Frame;
use lea_model::{EventType, Gap, WindowRef};

/// What reached the disk, in order.
#[derive(Default)]
struct Disk(Vec<String>);

impl Keep for Disk {
    fn event(&mut self, event: &Event) -> Result<(), KeepError> {
        self.0.push(format!("write {} {}", event.event_id, told(event)));
        Ok(())
    }

    fn amend(&mut self, event: &Event) -> Result<(), KeepError> {
        self.0.push(format!("amend {} {}", event.event_id, told(event)));
        Ok(())
    }

    fn screenshot(&mut self, _: &str, _: Frame<'_>, _: Duration) -> Result<u64, KeepError> {
        Ok(0)
    }

    fn gap(&mut self, _: &Gap) -> Result<(), KeepError> {
        Ok(())
    }
}

fn told(event: &Event) -> String {
    let title = event.window.as_ref().map_or("", |w| w.title.as_str());
    format!("{:?} {title}", event.text.as_deref().unwrap_or("-")).trim().to_owned()
}

fn event(title: &str) -> Event {
    let mut event = Event::new(0, 0.0, EventType::KeyPress);
    event.window = Some(WindowRef { title: title.into(), ..WindowRef::default() });
    event
}

/// A text that is ripe when told so.
type Text = (u64, bool);

/// What comes out when the text with this number is, or is not, ripe.
fn popped(backlog: &mut Backlog<&'static str, Text>) -> Vec<String> {
    let mut out = Vec::new();
    while let Some(entry) = backlog.pop(|(_, ripe)| *ripe) {
        out.push(format!("{entry:?}"));
    }
    out
}

#[test]
fn pictures_wait_behind_an_unjudged_text_and_keep_their_order() {
    let mut backlog: Backlog<&'static str, Text> = Backlog::default();
    let mut disk = Disk::default();
    let text = backlog.write(&mut disk, event("")).unwrap();
    backlog.push(Entry::Unjudged(text, (text, false)));
    let click = backlog.write(&mut disk, event("")).unwrap();
    backlog.push(Entry::Before(click, "before the click"));
    backlog.push(Entry::After(vec![text, click], "after the click"));
    assert_eq!(popped(&mut backlog), [""; 0], "nothing passes the text");
    assert_eq!(disk.0, ["write 0 \"-\"", "write 1 \"-\""], "the events are on the disk already");
    backlog.unjudged().for_each(|u| u.1 = true);
    assert_eq!(
        popped(&mut backlog),
        ["Unjudged(0, (0, true))", "Before(1, \"before the click\")", "After([0, 1], \"after the click\")"]
    );
    assert!(backlog.is_empty());
}

#[test]
fn a_second_text_holds_what_is_behind_it_when_the_first_is_judged() {
    let mut backlog: Backlog<&'static str, Text> = Backlog::default();
    for entry in [
        Entry::Unjudged(0, (0, true)),
        Entry::Before(1, "one"),
        Entry::Unjudged(2, (2, false)),
        Entry::Before(3, "two"),
    ] {
        backlog.push(entry);
    }
    assert_eq!(popped(&mut backlog), ["Unjudged(0, (0, true))", "Before(1, \"one\")"]);
    assert_eq!(backlog.entries().count(), 2);
}

#[test]
fn an_event_is_open_as_long_as_something_will_change_it() {
    let mut backlog: Backlog<&'static str, Text> = Backlog::default();
    let mut disk = Disk::default();
    let id = backlog.write(&mut disk, event("")).unwrap();
    backlog.awaits(id);
    backlog.close();
    backlog.amend(&mut disk, id, |e| e.text = Some("seen".into())).unwrap();
    backlog.take_awaiting();
    backlog.close();
    backlog.amend(&mut disk, id, |e| e.text = Some("late".into())).unwrap();
    assert_eq!(disk.0, ["write 0 \"-\"", "amend 0 \"seen\""]);
}

#[test]
fn a_title_does_not_show_a_text_that_is_not_judged_or_secret() {
    let mut backlog: Backlog<&'static str, Text> = Backlog::default();
    let mut disk = Disk::default();
    let id = backlog.write(&mut disk, event("Search")).unwrap();
    backlog.hide(id, "Hunter22", Duration::from_secs(1));
    backlog.push(Entry::Unjudged(id, (id, false)));
    backlog.write(&mut disk, event("hunt – Results for HUNTER22!")).unwrap();
    let mut later = event("The hunt for Hunter22");
    later.t = 2.0;
    backlog.write(&mut disk, later).unwrap();
    backlog.close();
    backlog.reveal(&mut disk, id).unwrap();
    assert_eq!(
        disk.0[1..],
        [
            "write 1 \"-\" [secret] – Results for [secret]!",
            "write 2 \"-\" The hunt for [secret]",
            "amend 1 \"-\" hunt – Results for HUNTER22!",
            "amend 2 \"-\" The hunt for Hunter22",
        ]
    );
}

#[test]
fn times_go_up_with_numbers() {
    let mut backlog: Backlog<&'static str, Text> = Backlog::default();
    let mut disk = Disk::default();
    for t in [2.0, 1.0] {
        let mut event = event("");
        event.t = t;
        backlog.write(&mut disk, event).unwrap();
    }
    assert_eq!(backlog.open.values().map(|o| o.event.t).collect::<Vec<_>>(), [2.0, 2.0]);
}
