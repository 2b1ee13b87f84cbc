package org.tailback.settings;

import java.util.Collection;
import java.util.Locale;
import org.tailback.stability.Internal;

/** Suggestion of the valid name nearest to a misspelt one. */
@Internal
public final class Suggestion {
    private Suggestion() {}

    /**
     * Returns {@code "Did you mean 'x'? "} (with the space) for the nearest valid word, or an empty text if no word is
     * near. A valid word that begins with the misspelt word is near. Without a near word, a valid word that contains
     * the letters of the misspelt word in their order is suggested, such as {@code openmpi} for {@code ompi}. Upper and
     * lower case are equivalent. O(words * length^2).
     */
    public static String of(String word, Collection<String> valid) {
        String nearest = "";
        String typed = word.toLowerCase(Locale.ROOT);
        int farthest = Math.max(2, word.length() / 3);
        int best = farthest + 1;
        for (String candidate : valid) {
            String small = candidate.toLowerCase(Locale.ROOT);
            boolean abbreviated = word.length() >= 3 && small.startsWith(typed);
            int distance = small.equals(typed) ? 0 : abbreviated ? 1 : editDistance(typed, small);
            if (distance > farthest && word.length() >= 3 && isShortFor(typed, small)) {
                distance = farthest;
            }
            if (distance < best) {
                best = distance;
                nearest = candidate;
            }
        }
        return nearest.isEmpty() ? "" : "Did you mean '" + nearest + "'? ";
    }

    /**
     * Returns true if the word has the first letter of the candidate and results from the candidate by removing
     * letters.
     */
    private static boolean isShortFor(String word, String candidate) {
        int found = 0;
        for (int i = 0; i < candidate.length() && found < word.length(); i++) {
            if (candidate.charAt(i) == word.charAt(found)) {
                found++;
            } else if (found == 0) {
                return false;
            }
        }
        return found == word.length();
    }

    private static int editDistance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substitution, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
