//! The contract of `Screen`: one list of checks, run on every backend that declares what they need.

#![allow(clippy::unwrap_used)] // A test that cannot go on says where.

mod faults;
mod ground;
mod hands;
mod looking;
mod words;

use ground::{Backend, Ground};

/// What a backend must have for a check to make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    /// Being a screen.
    Nothing,
    /// Pointer and keyboard.
    Input,
    /// A clipboard.
    Clipboard,
    /// Windows.
    Windows,
    /// A server that can be killed, stopped and asked by others.
    Server,
}

impl Needs {
    fn are_met(self, backend: Backend) -> bool {
        let can = backend.capabilities();
        match self {
            Needs::Nothing => true,
            Needs::Input => can.input,
            Needs::Clipboard => can.clipboard,
            Needs::Windows => can.windows,
            Needs::Server => backend != Backend::Film,
        }
    }
}

/// Runs one check on one backend, where it makes sense.
fn run(backend: Backend, needs: Needs, check: fn(&mut Ground)) {
    if needs.are_met(backend) {
        check(&mut Ground::new(backend));
    }
}

macro_rules! tests {
    ($backend:expr; $($needs:ident { $($place:ident :: $check:ident,)* })*) => {
        $($(#[test] fn $check() {
            crate::run($backend, crate::Needs::$needs, crate::$place::$check);
        })*)*
    };
}

macro_rules! contract {
    ($backend:expr) => {
        tests! { $backend;
            Nothing {
                looking::it_can_do_what_it_declares_and_refuses_the_rest,
                looking::a_frame_has_the_size_it_says,
                looking::the_first_look_reports_everything_and_the_second_nothing,
                looking::changed_pixels_lie_in_the_boxes_and_every_box_holds_some,
                looking::waiting_ends_when_something_changes,
                looking::waiting_on_a_still_screen_ends_at_the_deadline,
                looking::waiting_ends_when_the_caller_calls,
                looking::settling_on_a_still_screen_says_quiet,
                looking::settling_after_a_change_says_what_changed,
                looking::a_spinner_does_not_hold_settling_for_ever,
                faults::a_resize_shows_in_the_next_look,
            }
            Windows {
                looking::windows_are_known_by_title_application_and_place,
            }
            Input {
                hands::the_pointer_goes_where_it_is_pointed_and_is_not_in_the_picture,
                hands::a_click_presses_the_button_under_it,
                hands::a_drag_moves_what_it_holds,
                hands::the_wheel_scrolls_there_and_back,
                hands::a_chord_is_pressed_together,
                words::any_text_arrives_exactly,
                words::more_characters_than_spare_keys_arrive_exactly,
                words::text_arrives_exactly_on_every_layout,
                words::text_arrives_exactly_with_caps_lock_on,
                words::line_breaks_and_tabs_are_keys,
                faults::what_was_pressed_is_let_go_on_demand_and_on_drop,
                faults::a_chord_that_fails_in_the_middle_leaves_nothing_pressed,
            }
            Clipboard {
                words::the_clipboard_is_read,
                words::the_clipboard_is_written,
                words::a_long_text_goes_through_the_clipboard,
            }
            Server {
                faults::a_killed_server_is_lost_to_every_method,
                faults::a_stopped_server_hangs_for_every_method_and_is_back_when_it_goes_on,
            }
        }
    };
}

mod x11 {
    contract!(crate::Backend::X11);
}

mod vnc {
    contract!(crate::Backend::Vnc);
}

mod film {
    contract!(crate::Backend::Film);
}

/// The same backend on another server, for what differs: its size can grow, and VNC is its keyboard.
mod x11_on_xvnc {
    tests! { crate::Backend::X11OnXvnc;
        Nothing {
            looking::changed_pixels_lie_in_the_boxes_and_every_box_holds_some,
            faults::a_resize_shows_in_the_next_look,
        }
        Input {
            words::any_text_arrives_exactly,
        }
    }
}
