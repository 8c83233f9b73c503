"""Raw coordinates: every click where it was, after as long as it took then (a second at the least)."""
import play


def click(step):
    play.xdotool("mousemove", *step["at"])
    play.xdotool("click", "--repeat", step["clicks"], 1)


play.run(click, lambda text: play.xdotool("type", "--delay", 20, "--", text), lambda keys: play.xdotool("key", play.chord(keys)), lambda step: max(play.WAIT, step["after"]))
