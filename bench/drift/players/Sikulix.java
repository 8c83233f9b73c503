// SikuliX: wait(picture) with its own similarity (0.7), ten seconds; click; type. Sikulix FILE: one step a line, fields split by tabs.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sikuli.basics.Debug;
import org.sikuli.basics.Settings;
import org.sikuli.script.FindFailed;
import org.sikuli.script.Key;
import org.sikuli.script.KeyModifier;
import org.sikuli.script.Match;
import org.sikuli.script.Pattern;
import org.sikuli.script.Screen;

class Sikulix {
    static final double SECONDS = 10;

    public static void main(String[] args) throws Exception {
        Debug.off();
        Settings.ActionLogs = false;
        List<String> steps = Files.readAllLines(Path.of(args[0]));
        Screen screen = new Screen();
        long began = System.nanoTime();
        int done = 0;
        String why = "";
        try {
            for (String step : steps) {
                Thread.sleep(200);
                String[] f = step.split("\t", -1);
                switch (f[0]) {
                    case "click" -> {
                        Match found = screen.wait(new Pattern(f[1]).targetOffset(Integer.parseInt(f[2]), Integer.parseInt(f[3])), SECONDS);
                        if (f[4].equals("2")) found.doubleClick(); else found.click();
                    }
                    // It types by the keys of a keyboard; what is not on one is pasted, as its documentation says.
                    case "type" -> {
                        if (f[1].chars().allMatch(c -> c < 128)) screen.type(f[1]); else screen.paste(f[1]);
                    }
                    default -> keys(screen, f[1].split(" "));
                }
                done++;
            }
        } catch (FindFailed e) {
            why = e.getMessage().replaceAll("[\"\\\\\n\r\t]", " ");
        }
        String halt = why.isEmpty() ? "null" : "{\"reason\": \"not_found\", \"why\": \"" + why + "\"}";
        System.out.printf("%n{\"outcome\": \"%s\", \"steps\": %d, \"seconds\": %.2f, \"halt\": %s}%n", why.isEmpty() ? "completed" : "halted", done, (System.nanoTime() - began) / 1e9, halt);
        System.exit(why.isEmpty() ? 0 : 3);
    }

    static void keys(Screen screen, String[] names) {
        int modifiers = 0;
        String key = "";
        for (String name : names) {
            switch (name) {
                case "CTRL" -> modifiers |= KeyModifier.CTRL;
                case "SHIFT" -> modifiers |= KeyModifier.SHIFT;
                case "ALT" -> modifiers |= KeyModifier.ALT;
                case "TAB" -> key = Key.TAB;
                case "ENTER" -> key = Key.ENTER;
                case "ESCAPE" -> key = Key.ESC;
                default -> key = name.toLowerCase();
            }
        }
        screen.type(key, modifiers);
    }
}
