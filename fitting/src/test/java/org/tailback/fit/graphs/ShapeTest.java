package org.tailback.fit.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tailback.model.graph.GraphLanguage;

class ShapeTest {
    private static Shape shape(String graph) {
        return Shape.of(GraphLanguage.inline(graph, 1));
    }

    @Test
    void renaming_ofRandomGraphs_isFoundAndCorrect() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            int nodes = 2 + random.nextInt(7);
            int[][] messages = new int[nodes][nodes];
            int[][] shuffled = new int[nodes][nodes];
            int[] to = random.ints(0, nodes).distinct().limit(nodes).toArray();
            for (int i = 0; i < nodes; i++) {
                for (int j = 0; j < nodes; j++) {
                    messages[i][j] = i == j || random.nextInt(3) > 0 ? 0 : 1 + random.nextInt(2);
                    shuffled[to[i]][to[j]] = messages[i][j];
                }
            }
            int[] found = Shape.of(messages).renaming(Shape.of(shuffled));
            assertThat(found).as("seed %d", seed).isNotNull();
            for (int i = 0; i < nodes; i++) {
                for (int j = 0; j < nodes; j++) {
                    assertThat(shuffled[found[i]][found[j]]).isEqualTo(messages[i][j]);
                }
            }
        }
    }

    @Test
    void renaming_agreesWithAllPermutations() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int[][] one = randomGraph(random);
            int[][] other = randomGraph(random);
            assertThat(Shape.of(one).renaming(Shape.of(other)) != null)
                    .as("seed %d", seed)
                    .isEqualTo(bruteForce(one, other, new int[4], 0));
        }
    }

    private static int[][] randomGraph(Random random) {
        int[][] messages = new int[4][4];
        for (int edge = 0; edge < 4; edge++) {
            int source = random.nextInt(4);
            messages[source][(source + 1 + random.nextInt(3)) % 4]++;
        }
        return messages;
    }

    private static boolean bruteForce(int[][] one, int[][] other, int[] to, int next) {
        if (next == 4) {
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    if (one[i][j] != other[to[i]][to[j]]) {
                        return false;
                    }
                }
            }
            return true;
        }
        for (int image = 0; image < 4; image++) {
            boolean used = false;
            for (int k = 0; k < next; k++) {
                used |= to[k] == image;
            }
            to[next] = image;
            if (!used && bruteForce(one, other, to, next + 1)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void directedCycleAndReversedPath_areTold() {
        assertThat(shape("a:0>1 b:1>2 c:2>0").renaming(shape("a:2>1 b:1>0 c:0>2")))
                .isNotNull();
        assertThat(shape("a:0>1 b:0>2").renaming(shape("a:1>0 b:2>0"))).isNull();
        // two triangles and a hexagon: alike for colours
        assertThat(shape("a:0>1 b:1>2 c:2>0 d:3>4 e:4>5 f:5>3").renaming(shape("a:0>1 b:1>2 c:2>3 d:3>4 e:4>5 f:5>0")))
                .isNull();
    }

    @Test
    void alike_messagesOfAStarAre_thoseOfVienneFig4AreNot() {
        Shape star = shape("a:0>1 b:0>2 c:0>3");
        assertThat(star.areAlike(new int[] {0, 1}, new int[] {0, 3})).isTrue();
        Shape fig4 = shape("a:0>1 b:0>2 c:0>3 d:1>2 e:1>3 f:2>3");
        assertThat(fig4.areAlike(new int[] {0, 1}, new int[] {0, 2})).isFalse();
    }

    @Test
    void words_areReadBackAsTheSameShape() {
        Shape shape = shape("a:x>y b:x>y c:z>y");
        assertThat(shape.inWords()).isEqualTo("m1:0>1 m2:0>1 m3:2>1");
        assertThat(shape(shape.inWords()).renaming(shape)).isNotNull();
    }
}
