/** The formats that are asserted (JSON Schema validation, section 7.3). */
final class Formats {
    private Formats() {}

    private static final String UNRESERVED = "-._~";
    private static final String SUB_DELIMS = "!$&'()*+,;=";

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean letter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean hex(char c) {
        return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
    }

    /** Two digits at i, or -1. */
    private static int two(String s, int i) {
        return i + 1 < s.length() && digit(s.charAt(i)) && digit(s.charAt(i + 1)) ? (s.charAt(i) - '0') * 10 + s.charAt(i + 1) - '0' : -1;
    }

    /** RFC 3339, full-date. */
    static boolean date(String s) {
        if (s.length() != 10 || s.charAt(4) != '-' || s.charAt(7) != '-') {
            return false;
        }
        int century = two(s, 0);
        int year = two(s, 2);
        int month = two(s, 5);
        int day = two(s, 8);
        if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1) {
            return false;
        }
        year += century * 100;
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        int days = month == 2 ? (leap ? 29 : 28) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
        return day <= days;
    }

    /** RFC 3339, full-time. */
    static boolean time(String s) {
        int hour = two(s, 0);
        int minute = two(s, 3);
        int second = two(s, 6);
        if (s.length() < 9 || hour < 0 || minute < 0 || second < 0 || s.charAt(2) != ':' || s.charAt(5) != ':' || hour > 23 || minute > 59 || second > 60) {
            return false;
        }
        int i = 8;
        if (s.charAt(i) == '.') {
            int from = ++i;
            while (i < s.length() && digit(s.charAt(i))) {
                i++;
            }
            if (i == from) {
                return false;
            }
        }
        if (i == s.length()) {
            return false;
        }
        int offset = 0;
        char sign = s.charAt(i);
        if (sign == 'Z' || sign == 'z') {
            if (i + 1 != s.length()) {
                return false;
            }
        } else {
            int h = two(s, i + 1);
            int m = two(s, i + 4);
            if (sign != '+' && sign != '-' || s.length() != i + 6 || s.charAt(i + 3) != ':' || h < 0 || m < 0 || h > 23 || m > 59) {
                return false;
            }
            offset = (h * 60 + m) * (sign == '-' ? -1 : 1);
        }
        // A leap second is the last one of a day in UTC.
        return second < 60 || Math.floorMod(hour * 60 + minute - offset, 1440) == 1439;
    }

    /** RFC 3339, date-time. */
    static boolean dateTime(String s) {
        return s.length() > 10 && (s.charAt(10) == 'T' || s.charAt(10) == 't') && date(s.substring(0, 10)) && time(s.substring(11));
    }

    /** RFC 3339, appendix A. */
    static boolean duration(String s) {
        if (s.length() < 3 || s.charAt(0) != 'P') {
            return false;
        }
        int t = s.indexOf('T');
        if (t < 0) {
            return s.charAt(s.length() - 1) == 'W' ? units(s, 1, s.length(), "W") : units(s, 1, s.length(), "YMD");
        }
        return (t == 1 || units(s, 1, t, "YMD")) && units(s, t + 1, s.length(), "HMS");
    }

    /** Numbers with units that follow each other without a gap. */
    private static boolean units(String s, int i, int end, String units) {
        int last = -1;
        while (i < end) {
            int from = i;
            while (i < end && digit(s.charAt(i))) {
                i++;
            }
            if (i == from || i == end) {
                return false;
            }
            int unit = units.indexOf(s.charAt(i++));
            if (unit < 0 || last >= 0 && unit != last + 1) {
                return false;
            }
            last = unit;
        }
        return last >= 0;
    }

    /** RFC 1123; A-labels are not decoded. */
    static boolean hostname(String s) {
        if (s.isEmpty() || s.length() > 253) {
            return false;
        }
        for (int from = 0; from <= s.length(); ) {
            int end = s.indexOf('.', from);
            if (end < 0) {
                end = s.length();
            }
            if (end == from || end - from > 63 || s.charAt(from) == '-' || s.charAt(end - 1) == '-') {
                return false;
            }
            for (int i = from; i < end; i++) {
                char c = s.charAt(i);
                if (!letter(c) && !digit(c) && c != '-') {
                    return false;
                }
            }
            from = end + 1;
        }
        return true;
    }

    /** RFC 5321, Mailbox. */
    static boolean email(String s) {
        int at = s.startsWith("\"") ? quoted(s) : atoms(s);
        if (at < 1 || at > 64 || at >= s.length() || s.charAt(at) != '@') {
            return false;
        }
        String domain = s.substring(at + 1);
        if (!domain.startsWith("[")) {
            return hostname(domain);
        }
        if (!domain.endsWith("]") || domain.length() < 2) {
            return false;
        }
        String address = domain.substring(1, domain.length() - 1);
        return address.regionMatches(true, 0, "ipv6:", 0, 5) ? ipv6(address.substring(5)) : ipv4(address);
    }

    private static int quoted(String s) {
        for (int i = 1; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"') {
                return i + 1;
            }
            if (c == '\\' && ++i == s.length()) {
                return -1;
            }
            c = s.charAt(i);
            if (c < ' ' || c > '~') {
                return -1;
            }
        }
        return -1;
    }

    private static int atoms(String s) {
        int from = 0;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (letter(c) || digit(c) || "!#$%&'*+-/=?^_`{|}~".indexOf(c) >= 0) {
                continue;
            }
            if (i == from || c != '.') {
                return i == from ? -1 : i;
            }
            from = i + 1;
        }
        return -1;
    }

    /** RFC 2673, section 3.2: four numbers without zeros in front. */
    static boolean ipv4(String s) {
        int parts = 0;
        for (int from = 0; from <= s.length(); parts++) {
            int end = s.indexOf('.', from);
            if (end < 0) {
                end = s.length();
            }
            int n = 0;
            for (int i = from; i < end; i++) {
                if (!digit(s.charAt(i))) {
                    return false;
                }
                n = n * 10 + s.charAt(i) - '0';
            }
            if (end == from || end - from > 3 || n > 255 || end - from > 1 && s.charAt(from) == '0') {
                return false;
            }
            from = end + 1;
        }
        return parts == 4;
    }

    /** RFC 4291, section 2.2. */
    static boolean ipv6(String s) {
        int gap = s.indexOf("::");
        if (gap < 0) {
            return groups(s, true) == 8;
        }
        String before = s.substring(0, gap);
        String behind = s.substring(gap + 2);
        if (behind.contains("::")) {
            return false;
        }
        int a = before.isEmpty() ? 0 : groups(before, false);
        int b = behind.isEmpty() ? 0 : groups(behind, true);
        return a >= 0 && b >= 0 && a + b < 8;
    }

    /** The number of groups, or -1; the last may be an IPv4 address where it ends the text. */
    private static int groups(String s, boolean ends) {
        int n = 0;
        for (int from = 0; from <= s.length(); n++) {
            int end = s.indexOf(':', from);
            boolean last = end < 0;
            if (last) {
                end = s.length();
            }
            if (last && ends && s.indexOf('.', from) >= 0) {
                return ipv4(s.substring(from)) ? n + 2 : -1;
            }
            if (end == from || end - from > 4 || n > 8) {
                return -1;
            }
            for (int i = from; i < end; i++) {
                if (!hex(s.charAt(i))) {
                    return -1;
                }
            }
            from = end + 1;
        }
        return n;
    }

    /** RFC 3986, URI. */
    static boolean uri(String s) {
        return uri(s, true);
    }

    /** RFC 3986, URI-reference. */
    static boolean uriReference(String s) {
        return uri(s, false);
    }

    private static boolean uri(String s, boolean absolute) {
        int i = 0;
        int scheme = scheme(s);
        if (scheme < 0 && absolute) {
            return false;
        }
        if (scheme >= 0) {
            i = scheme + 1;
        }
        if (s.startsWith("//", i)) {
            int end = i + 2;
            while (end < s.length() && "/?#".indexOf(s.charAt(end)) < 0) {
                end++;
            }
            if (!authority(s, i + 2, end)) {
                return false;
            }
            i = end;
        } else if (scheme < 0) {
            // Without a scheme, the first segment must not look like one.
            for (int j = 0; j < s.length() && "/?#".indexOf(s.charAt(j)) < 0; j++) {
                if (s.charAt(j) == ':') {
                    return false;
                }
            }
        }
        int fragment = s.indexOf('#', i);
        int end = fragment < 0 ? s.length() : fragment;
        int query = s.indexOf('?', i);
        int path = query < 0 || query > end ? end : query;
        return chars(s, i, path, ":@/") && (path == end || chars(s, path + 1, end, ":@/?")) && (fragment < 0 || chars(s, fragment + 1, s.length(), ":@/?"));
    }

    /** The position of the colon behind a scheme, or -1. */
    private static int scheme(String s) {
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == ':') {
                return i == 0 ? -1 : i;
            }
            if (!letter(c) && (i == 0 || !digit(c) && c != '+' && c != '-' && c != '.')) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean authority(String s, int from, int end) {
        int user = s.lastIndexOf('@', end - 1);
        if (user >= from) {
            if (!chars(s, from, user, ":")) {
                return false;
            }
            from = user + 1;
        }
        int port = end;
        while (port > from && digit(s.charAt(port - 1))) {
            port--;
        }
        int host = port > from && s.charAt(port - 1) == ':' ? port - 1 : end;
        if (from < host && s.charAt(from) == '[') {
            if (s.charAt(host - 1) != ']' || host - from < 2) {
                return false;
            }
            String address = s.substring(from + 1, host - 1);
            return ipv6(address) || future(address);
        }
        return chars(s, from, host, "");
    }

    /** RFC 3986, IPvFuture. */
    private static boolean future(String s) {
        int dot = s.indexOf('.');
        if (dot < 2 || s.charAt(0) != 'v' && s.charAt(0) != 'V' || dot + 1 == s.length()) {
            return false;
        }
        for (int i = 1; i < dot; i++) {
            if (!hex(s.charAt(i))) {
                return false;
            }
        }
        return s.indexOf('%') < 0 && chars(s, dot + 1, s.length(), ":");
    }

    private static boolean chars(String s, int i, int end, String more) {
        for (; i < end; i++) {
            char c = s.charAt(i);
            if (c == '%') {
                if (i + 2 >= end || !hex(s.charAt(i + 1)) || !hex(s.charAt(i + 2))) {
                    return false;
                }
                i += 2;
            } else if (!letter(c) && !digit(c) && UNRESERVED.indexOf(c) < 0 && SUB_DELIMS.indexOf(c) < 0 && more.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** RFC 4122. */
    static boolean uuid(String s) {
        if (s.length() != 36) {
            return false;
        }
        for (int i = 0; i < 36; i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? s.charAt(i) != '-' : !hex(s.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** RFC 6901. */
    static boolean jsonPointer(String s) {
        if (!s.isEmpty() && s.charAt(0) != '/') {
            return false;
        }
        for (int i = s.indexOf('~'); i >= 0; i = s.indexOf('~', i + 1)) {
            if (i + 1 == s.length() || s.charAt(i + 1) != '0' && s.charAt(i + 1) != '1') {
                return false;
            }
        }
        return true;
    }
}
