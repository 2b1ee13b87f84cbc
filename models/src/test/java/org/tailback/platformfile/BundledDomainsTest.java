package org.tailback.platformfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Range;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.platform.Domain;
import org.tailback.platform.Domain.Allowed;
import org.tailback.platform.Interval;
import org.tailback.platform.KeyedResiduals;
import org.tailback.platform.Platform;
import org.tailback.platform.Use;
import org.tailback.program.CollectiveCall.Kind;

/** Runs inside of what each bundled platform holds for, and one step outside of each of its keys. */
class BundledDomainsTest {
    private static final Set<String> WIDER = Set.of(Use.RANKS, Use.NODES, Use.SIZES);

    static List<String> bundled() {
        return BundledPlatforms.names();
    }

    /** Returns a run with the largest number, or a word, of every key. */
    private static Use inside(Domain domain) {
        Use use = Use.of(64, 64, 1, false).with(Kind.ALLREDUCE, 1024, 1024);
        for (Map.Entry<String, Allowed> each : domain.keys().entrySet()) {
            Allowed allowed = each.getValue();
            use = allowed.words().isEmpty()
                    ? use.with(each.getKey(), allowed.numbers().span().upperEndpoint())
                    : use.with(
                            each.getKey(),
                            allowed.words().contains("host")
                                    ? "host"
                                    : allowed.words().iterator().next());
        }
        return use;
    }

    /** Returns the same run one step outside of a key. */
    private static Use outside(Use use, Domain domain, String key) {
        Allowed allowed = domain.keys().get(key);
        Range<Double> numbers = allowed.words().isEmpty() ? allowed.numbers().span() : null;
        return numbers == null ? use.with(key, "none of them") : use.with(key, numbers.upperEndpoint() + 1);
    }

    @ParameterizedTest
    @MethodSource("bundled")
    void validity_insideOfAllKeys_oneStepOutsideOfEach(String name) {
        Platform platform = PlatformFile.read(Path.of(name)).resolve(Overrides.NONE);
        Domain domain = platform.validity().domain();
        Use use = inside(domain);
        Interval there = platform.interval(use, 1);

        assertThat(platform.validity().outside(use)).isEmpty();
        assertThat(there == null).isEqualTo(platform.residuals().rows().isEmpty());
        for (String key : domain.keys().keySet()) {
            Use beyond = outside(use, domain, key);
            if (key.equals(Use.OPERATIONS)) {
                beyond = use.with(key, Kind.BARRIER.label());
            }
            assertThat(platform.validity().outside(beyond))
                    .as(name + ", " + key)
                    .hasSize(1);
            Interval interval = platform.interval(beyond, 1);
            if (there == null || !WIDER.contains(key) && !key.equals(Use.OPERATIONS)) {
                assertThat(interval).as(name + ", " + key).isNull();
            } else if (WIDER.contains(key)) {
                assertThat(interval.low()).as(name + ", " + key).isLessThanOrEqualTo(there.low());
                assertThat(interval.high()).as(name + ", " + key).isGreaterThanOrEqualTo(there.high());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("bundled")
    void programs_insideOfAllKeys_oneStepOutsideOfEach(String name) {
        KeyedResiduals programs = PlatformFile.read(Path.of(name)).residuals().programs();
        for (KeyedResiduals.Entry entry : programs.entries()) {
            Use use = inside(entry.domain());
            assertThat(programs.factors(use)).as(name).isNotNull();
            assertThat(programs.outside(use)).as(name).isEmpty();
            for (String key : entry.domain().keys().keySet()) {
                Use beyond = outside(use, entry.domain(), key);
                if (programs.entries().size() == 1) {
                    assertThat(programs.factors(beyond)).as(name + ", " + key).isNull();
                    assertThat(programs.outside(beyond)).as(name + ", " + key).hasSize(key.equals(Use.PROGRAM) ? 0 : 1);
                }
            }
        }
    }
}
