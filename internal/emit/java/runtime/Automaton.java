/** A pattern (ECMA-262, flag u): it takes time linear in the text. */
final class Automaton {
    private final int classes;
    private final int start;
    private final int accept;
    private final int[] ascii;
    private final int[] ranges;
    private final int[] next;

    Automaton(int classes, int start, int accept, String[] ascii, String[] ranges, String[] next) {
        this.classes = classes;
        this.start = start;
        this.accept = accept;
        this.ascii = numbers(ascii);
        this.ranges = numbers(ranges);
        this.next = numbers(next);
    }

    boolean test(String s) {
        int state = start;
        for (int i = 0; i < s.length() && state > classes; ) {
            int c = s.charAt(i);
            if (c < 128) {
                state = next[state + ascii[c]];
                i++;
                continue;
            }
            c = s.codePointAt(i);
            state = next[state + classOf(c)];
            i += Character.charCount(c);
        }
        return state == classes || state >= accept;
    }

    private int classOf(int c) {
        int low = 0;
        int high = ranges.length;
        while (low + 1 < high) {
            int middle = (low + high) >>> 1;
            if (ranges[middle] >>> 8 <= c) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return ranges[low] & 255;
    }

    /** Reads hexadecimal numbers with a space behind each: a class file has no constants for arrays. */
    private static int[] numbers(String[] texts) {
        int n = 0;
        for (String text : texts) {
            n += (int) text.chars().filter(c -> c == ' ').count();
        }
        int[] out = new int[n];
        n = 0;
        for (String text : texts) {
            int value = 0;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == ' ') {
                    out[n++] = value;
                    value = 0;
                } else {
                    value = value << 4 | Character.digit(c, 16);
                }
            }
        }
        return out;
    }
}
