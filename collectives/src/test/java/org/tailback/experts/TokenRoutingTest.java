package org.tailback.experts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenRoutingTest {
    /** The worked example, by the binomial coefficients that it names. */
    @Test
    void part_ofANodeOfFour_isThatOfTheCoefficients() {
        TokenRouting routing = TokenRouting.even(256, 8, 1, 1);
        double missed = 1;
        for (int i = 0; i < 8; i++) {
            missed *= (192.0 - i) / (256 - i);
        }
        int[] node = IntStream.range(8, 16).toArray();
        assertThat(missed).isEqualTo(0.0964, within(5e-5));
        assertThat(routing.part(32, node)).isEqualTo(1 - missed, within(1e-14));
        assertThat(4 * TokenRouting.even(256, 8, 4, 2).part(32, node)).isEqualTo(2, within(0.02));
    }

    /** All choices of groups and of experts in them, counted one by one. */
    @Test
    void part_seededSmallRoutings_isThatOfAllChoices() {
        SplittableRandom random = new SplittableRandom(48);
        for (int trial = 0; trial < 60; trial++) {
            int groups = 1 << random.nextInt(3);
            int visitedGroups = random.nextInt(1, groups + 1);
            int experts = groups * random.nextInt(1, 12 / groups + 1);
            int visited = random.nextInt(1, experts / groups * visitedGroups + 1);
            int ranks = experts;
            int[] positions = random.ints(0, ranks)
                    .distinct()
                    .limit(random.nextInt(1, ranks + 1))
                    .toArray();
            int held = IntStream.of(positions).map(position -> 1 << position).sum();
            long all = 0;
            long hit = 0;
            for (int chosen = 0; chosen < 1 << groups; chosen++) {
                int allowed = 0;
                for (int expert = 0; expert < experts; expert++) {
                    allowed |= (chosen >> expert / (experts / groups) & 1) << expert;
                }
                for (int token = 0; Integer.bitCount(chosen) == visitedGroups && token < 1 << experts; token++) {
                    if (Integer.bitCount(token) == visited && (token & ~allowed) == 0) {
                        all++;
                        hit += (token & held) == 0 ? 0 : 1;
                    }
                }
            }
            assertThat(TokenRouting.even(experts, visited, groups, visitedGroups)
                            .part(ranks, positions))
                    .as("trial %d: %d of %d experts, %d of %d groups", trial, visited, experts, visitedGroups, groups)
                    .isEqualTo((double) hit / all, within(1e-12));
        }
    }

    /** Tokens drawn evenly, by shuffling: the mean of 20,000 has a standard deviation of at most 0.0036. */
    @Test
    void part_ofManyExperts_isNearSeededDraws() {
        SplittableRandom random = new SplittableRandom(7);
        int[] order = IntStream.range(0, 128).toArray();
        int hits = 0;
        for (int token = 0; token < 20_000; token++) {
            boolean isHit = false;
            for (int i = 0; i < 8; i++) {
                int other = random.nextInt(i, 128);
                int expert = order[other];
                order[other] = order[i];
                order[i] = expert;
                isHit |= expert < 16;
            }
            hits += isHit ? 1 : 0;
        }
        assertThat(TokenRouting.even(128, 8, 1, 1).part(8, 0)).isEqualTo(hits / 20_000.0, within(0.011));
    }

    /** Each expert alone on its rank is visited by k s of the tokens; tokens visit k experts in any case. */
    @Test
    void part_uneven_isTheShareOfTheExpert() {
        double[] shares = {8, 4, 2, 1, 1, 6, 5, 5};
        TokenRouting routing = TokenRouting.uneven(3, shares, 1);
        double sum = 0;
        for (int expert = 0; expert < 8; expert++) {
            double part = routing.part(8, expert);
            assertThat(part).as("expert %d", expert).isEqualTo(3 * shares[expert] / 32, within(0.025));
            sum += part;
        }
        assertThat(sum).isEqualTo(3, within(1e-12));
        assertThat(routing.load(4, 0)).isEqualTo(12 / 32.0 * 4, within(1e-12));
        assertThat(routing.largestLoad(4)).isEqualTo(1.5, within(1e-12));
        assertThat(routing.part(8, 2))
                .isEqualTo(TokenRouting.uneven(3, shares, 1).part(8, 2));
    }

    @Test
    void uneven_expertWithMoreVisitsThanTokens_isRefused() {
        assertThatThrownBy(() -> TokenRouting.uneven(2, new double[] {3, 1, 1}, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expert 0");
    }
}
