package org.tailback.sharing.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tailback.sharing.Explanation;

class PartSharingTest {
    /** A model that says of every message that it crosses so many links, at most two of which there is room for. */
    private static final class SoManyLinks extends PartSharing {
        private final int links;

        SoManyLinks(int links) {
            super(2, 2);
            this.links = links;
        }

        @Override
        protected int crosses(int from, int to, int[] into) {
            into[0] = 0;
            into[1] = 1;
            return links;
        }

        @Override
        protected void solve(Part reached) {
            for (int i = 0; i < reached.size(); i++) {
                setRate(reached.batch(i), 1);
            }
        }

        @Override
        public double referenceRate(int source, int destination) {
            return 1;
        }

        @Override
        protected Explanation why(int batch) {
            return Explanation.leaf("rate", rate(batch));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3})
    void flowStarted_crossesNoLinkOrTooMany_namesModelAndNodes(int links) {
        SoManyLinks sharing = new SoManyLinks(links);
        assertThatThrownBy(() -> sharing.flowStarted(0, 4, 7, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("SoManyLinks: crosses(4, 7) returned " + links + " links, expected 1 to 2");
    }

    @Test
    void flowStarted_asManyLinksAsThereIsRoomFor_getsItsRate() {
        SoManyLinks sharing = new SoManyLinks(2);
        sharing.flowStarted(0, 4, 7, 1);
        double[] rate = {0};
        sharing.recompute((flow, value) -> rate[0] = value);
        assertThat(rate[0]).isEqualTo(1);
    }
}
