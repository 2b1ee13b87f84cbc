package org.tailback.platformfile;

import java.util.List;
import java.util.stream.Stream;
import org.tailback.platform.StatedError;
import org.tailback.settings.Settings;
import org.tailback.units.Percent;

/**
 * Reader of the list {@code errors} of the section {@code validity}: errors quoted from the source of the numbers.
 *
 * <pre>
 * errors:
 *   - {below: 15 %, of: messages, source: "Martinasso and Mehaut 2011, section 5"}    # bounds every prediction
 *   - {share: 83.2 %, within: 10 %, of: messages, source: "Zhu et al. 2012, Fig. 2"}  # all other forms are quoted
 *   - {mean: 2.2 %, largest: 4.5 %, of: six messages, source: "Vienne et al. 2008, Fig. 4"}
 *   - {says: globally accurate, of: HPL, source: "Vienne et al. 2008, section VI.D"}
 * </pre>
 */
final class StatedErrorsSection {
    static final String KEY = "errors";

    private static final List<String> KINDS = List.of("below", "share", "mean", "says");
    private static final List<String> KEYS = Stream.concat(
                    KINDS.stream(), Stream.of("within", "largest", "of", "source"))
            .toList();

    private StatedErrorsSection() {}

    /** Returns the errors of a section {@code validity}; empty without the key. */
    static List<StatedError> read(Settings validity) {
        return validity.sectionsIfAny(KEY).stream()
                .map(StatedErrorsSection::error)
                .toList();
    }

    private static StatedError error(Settings item) {
        item.rejectUnknown(KEYS);
        String of = item.text("of");
        String source = item.text("source");
        String kind = KINDS.stream().filter(item::has).findFirst().orElse("below");
        String words = switch (kind) {
            case "share" -> percent(item, "share") + " of the " + of + " within " + percent(item, "within");
            case "mean" ->
                percent(item, "mean") + " in the mean"
                        + (item.has("largest") ? ", " + percent(item, "largest") + " at most," : "") + " of "
                        + of;
            case "says" -> "'" + item.text("says") + "' of " + of;
            default -> "below " + percent(item, "below") + " of " + of;
        };
        if (kind.equals("below")) {
            double below = share(item, "below");
            if (!(below > 0 && below < 1)) {
                throw item.problem("below", "'below' must be above 0 and below 100 %", "");
            }
            return StatedError.below(below, words, source);
        }
        return StatedError.quoted(words, source);
    }

    private static double share(Settings item, String key) {
        return Percent.parse(item.placeOf(key), item.text(key));
    }

    /** Returns a share as text, after a check of its form. */
    private static String percent(Settings item, String key) {
        share(item, key);
        return item.text(key);
    }
}
