package org.tailback.platform;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tailback.stability.Beta;

/**
 * Factors between predicted and measured times of whole runs, and the domain of runs for which each pair of factors is
 * valid. A run outside all domains has no interval.
 *
 * <p><b>Worked example</b> ({@code KeyedResidualsTest}). Training steps on an A100 with 16-bit numbers and 1,024 to
 * 2,048 tokens took 0.84 to 1.1 times the predicted time. A step of 4,096 tokens has no interval, because of {@code
 * sequence 4096 (measured: 1024 to 2048)}.
 *
 * @param coverage probability of the intervals, 0 to 1
 * @param entries factors by domain; the first entry whose domain contains a run applies
 */
@Beta
public record KeyedResiduals(double coverage, List<Entry> entries) {
    /** Residuals without factors. */
    public static final KeyedResiduals NONE = new KeyedResiduals(0.9, ImmutableList.of());

    public KeyedResiduals {
        entries = ImmutableList.copyOf(entries);
    }

    /**
     * Factors of the predicted time.
     *
     * @param domain domain of the runs for which they are valid; a run must have all of its keys
     * @param low factor below which a measured time lies with probability (1 - coverage) / 2, 0 to 1
     * @param high factor above which a measured time lies with the same probability, >= 1
     */
    public record Entry(Domain domain, double low, double high) {
        private boolean isOf(@Nullable Object program) {
            Domain.Allowed names = domain.keys().get(Use.PROGRAM);
            return names == null || program != null && names.words().contains(program.toString());
        }

        private List<String> outside(Use use) {
            return domain.outsideOrMissing(use, "measured");
        }
    }

    private Stream<Entry> ofProgram(Use use) {
        Object program = use.values().get(Use.PROGRAM);
        return entries.stream().filter(each -> each.isOf(program));
    }

    /** Returns whether the program of a run was measured as a whole, with any settings. O(entries). */
    public boolean hasProgramOf(Use use) {
        return ofProgram(use).findAny().isPresent();
    }

    /** Returns the factors of a run's predicted time; null if no domain contains the run. O(entries x keys). */
    public @Nullable Interval factors(Use use) {
        return ofProgram(use)
                .filter(each -> each.outside(use).isEmpty())
                .findFirst()
                .map(each -> new Interval(each.low, each.high, coverage))
                .orElse(null);
    }

    /**
     * Returns the reason why a run has no factors: the keys for which it is outside the nearest domain of its program;
     * empty if it has factors, or the program was never measured. O(entries x keys).
     */
    public List<String> outside(Use use) {
        return ofProgram(use)
                .map(each -> each.outside(use))
                .min(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }
}
