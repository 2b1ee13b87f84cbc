package org.tailback.study.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tailback.generator.hpl.HplProgram;
import org.tailback.generator.hpl.HplSettings;
import org.tailback.generator.hpl.HplSettings.Bcast;
import org.tailback.generator.hpl.HplSettings.Fact;
import org.tailback.generator.hpl.HplSettings.Swap;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.simulation.Workload;

class PanelWindowsTest {
    private static final Platform DAHU = PlatformFile.read(Path.of("dahu")).resolve(Overrides.NONE);

    private static double makespan(HplProgram program) {
        return Workload.of("hpl", program).on(DAHU).seed(1).run().makespan();
    }

    /** The configuration of the least estimate takes at most a fiftieth longer than the best. */
    private static void compare(int n, int p, int q, List<Integer> blocks, List<Bcast> broadcasts) {
        List<HplSettings> all = new ArrayList<>();
        for (int nb : blocks) {
            for (Bcast bcast : broadcasts) {
                for (Swap swap : List.of(Swap.BINARY_EXCHANGE, Swap.LONG)) {
                    for (int depth : List.of(0, 1)) {
                        all.add(new HplSettings(
                                n, nb, p, q, bcast, swap, depth, Fact.CROUT, Fact.RIGHT, 2, 2, nb, false));
                    }
                }
            }
        }
        double[] estimates =
                all.stream().mapToDouble(PanelWindowsTest::estimate).toArray();
        double[] whole = all.stream()
                .mapToDouble(settings -> makespan(new HplProgram(settings, 1)))
                .toArray();

        int first = IntStream.range(0, estimates.length)
                .boxed()
                .min(Comparator.comparingDouble(i -> estimates[i]))
                .orElseThrow();
        assertThat(whole[first] / Arrays.stream(whole).min().orElseThrow())
                .as(all.get(first).toString())
                .isLessThan(1.02);
        for (int i = 0; i < whole.length; i++) {
            assertThat(estimates[i] / whole[i]).as(all.get(i).toString()).isCloseTo(1, within(0.07));
        }
    }

    private static double estimate(HplSettings settings) {
        List<HplProgram> windows = PanelWindows.of(settings);
        assertThat(windows).hasSizeGreaterThan(1);
        return PanelWindows.seconds(
                settings,
                windows.stream().mapToDouble(PanelWindowsTest::makespan).toArray());
    }

    @Test
    void estimates_16Ranks_chooseAsWholeRuns() {
        compare(6000, 4, 4, List.of(64), List.of(Bcast.TWO_RINGS_MODIFIED));
    }

    @Tag("thorough")
    @Test
    void estimates_64Ranks_chooseAsWholeRuns() {
        compare(16000, 8, 8, List.of(64, 128), List.of(Bcast.RING, Bcast.TWO_RINGS_MODIFIED, Bcast.LONG));
    }

    @Test
    void of_fewPanels_isTheWholeRun() {
        HplSettings settings =
                new HplSettings(600, 64, 4, 4, Bcast.RING, Swap.LONG, 1, Fact.CROUT, Fact.RIGHT, 2, 2, 64, false);

        List<HplProgram> programs = PanelWindows.of(settings);

        assertThat(programs).hasSize(1);
        assertThat(PanelWindows.seconds(settings, new double[] {3})).isEqualTo(3);
        assertThat(makespan(programs.get(0))).isEqualTo(makespan(new HplProgram(settings, 1)));
    }
}
