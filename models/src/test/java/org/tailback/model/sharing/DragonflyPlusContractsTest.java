package org.tailback.model.sharing;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;

/** The contract of every model that takes a topology, on a dragonfly+ with global links narrower than the others. */
class DragonflyPlusContractsTest {
    private static final Registry REGISTRY = Registry.load();

    private abstract static class Contract extends BandwidthSharingContract {
        private final SharingModel model;

        Contract(String name, Map<String, String> further) {
            Map<String, String> settings = ImmutableMap.<String, String>builder()
                    .put("topology", "dragonfly-plus")
                    .put("groups", "2x2x2x2")
                    .put("bandwidth", "1 GB/s")
                    .put("global-bandwidth", "700 MB/s")
                    .putAll(further)
                    .buildOrThrow();
            model = REGISTRY.model(new ModelChoice(name, "test", Settings.ofScalars("network", "test", settings)));
        }

        @Override
        protected SharingModel model() {
            return model;
        }

        /** Routes depend on numbers of leaves and nodes: only the trivial one. */
        @Override
        protected int[] symmetry(Random random) {
            return new int[] {0, 1, 2, 3, 4, 5, 6, 7};
        }
    }

    @Nested
    class MaxMin extends Contract {
        MaxMin() {
            super("max-min", Map.of());
        }
    }

    @Nested
    class LargestShare extends Contract {
        LargestShare() {
            super("largest-share", Map.of());
        }
    }

    @Nested
    class Smpi extends Contract {
        Smpi() {
            super("smpi", Map.of("link-latency", "5 us"));
        }

        @Override
        protected double tolerance() {
            return 1e-9;
        }
    }

    @Nested
    class HeadOfLine extends Contract {
        HeadOfLine() {
            super("head-of-line", Map.of("effort", "16000000", "precision", "0.02"));
        }

        @Override
        protected int dynamicGraphs() {
            return 10;
        }

        @Override
        protected boolean isExact() {
            return false;
        }
    }
}
