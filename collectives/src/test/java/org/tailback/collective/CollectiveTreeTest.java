package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CollectiveTreeTest {
    private static final Map<String, CollectiveTree.Shape> SHAPES = new TreeMap<>(Map.of(
            "linear",
            CollectiveTree::linear,
            "chain",
            CollectiveTree.chains(1),
            "chains",
            CollectiveTree.chains(4),
            "binary",
            CollectiveTree::binary,
            "binomial",
            CollectiveTree.knomial(2),
            "radix 4",
            CollectiveTree.knomial(4),
            "doubling",
            CollectiveTree::doubling,
            "in order",
            (root, rank, ranks) -> CollectiveTree.inOrder(rank, ranks)));

    /** Parents and children agree, and everybody is below the top. */
    @Test
    void everyShape_anyRootAndSize_isATree() {
        SHAPES.forEach((name, shape) -> {
            for (int ranks = 1; ranks <= 40; ranks++) {
                for (int root = 0; root < ranks; root += Math.max(1, ranks / 3)) {
                    int top = name.equals("in order") ? ranks - 1 : root;
                    for (int rank = 0; rank < ranks; rank++) {
                        CollectiveTree tree = shape.of(root, rank, ranks);
                        assertThat(tree.isRoot()).isEqualTo(rank == top);
                        for (int child : tree.children().toArray()) {
                            assertThat(shape.of(root, child, ranks).parent())
                                    .as("%s, %s ranks, root %s, rank %s", name, ranks, root, child)
                                    .isEqualTo(rank);
                        }
                        int above = rank;
                        for (int steps = 0; above != top; steps++) {
                            assertThat(steps).isLessThan(ranks);
                            int from = above;
                            above = shape.of(root, above, ranks).parent();
                            assertThat(shape.of(root, above, ranks).children().asList())
                                    .contains(from);
                        }
                    }
                }
            }
        });
    }

    /** Drawn by hand. */
    @Test
    void shapes_ofTen_areTheKnownOnes() {
        assertThat(CollectiveTree.knomial(2).of(0, 0, 10).children().asList()).containsExactly(8, 4, 2, 1);
        assertThat(CollectiveTree.knomial(2).of(0, 4, 10).children().asList()).containsExactly(6, 5);
        assertThat(CollectiveTree.doubling(0, 0, 10).children().asList()).containsExactly(1, 2, 4, 8);
        assertThat(CollectiveTree.doubling(0, 1, 10).children().asList()).containsExactly(3, 5, 9);
        assertThat(CollectiveTree.binary(0, 2, 10).children().asList()).containsExactly(4, 6);
        assertThat(CollectiveTree.binary(0, 3, 10).children().asList()).containsExactly(7);
        assertThat(CollectiveTree.knomial(4).of(2, 2, 10).children().asList()).containsExactly(6, 0, 3, 4, 5);
        assertThat(CollectiveTree.chains(4).of(0, 0, 10).children().asList()).containsExactly(1, 4, 6, 8);
        assertThat(CollectiveTree.inOrder(9, 10).children().asList()).containsExactly(8, 4);
        assertThat(CollectiveTree.inOrder(8, 10).children().asList()).containsExactly(7, 6);
    }
}
