package org.tailback.fit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.tailback.fit.collective.LeftOutResiduals.Cell;
import org.tailback.fit.collective.LeftOutResiduals.Covered;
import org.tailback.platform.Residuals;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;

class LeftOutResidualsTest {
    private static final Kind[] KINDS = {
        Kind.ALLREDUCE, Kind.BCAST, Kind.REDUCE, Kind.ALLGATHER, Kind.GATHER, Kind.SCATTER
    };
    private static final int[] NODES = {4, 8, 16, 32};

    private static Cell cell(Kind kind, int nodes, int ranksANode, long bytes, double r) {
        return new Cell(new MeasuredCollective(kind, "ring", "ring", nodes, ranksANode, bytes, 1), List.of(r, r));
    }

    /** Residuals of a normal distribution, of which a part belongs to the family. */
    private static List<Cell> drawn(long seed, double ofFamily, double ofCell) {
        Random random = new Random(seed);
        List<Cell> cells = new ArrayList<>();
        for (Kind kind : KINDS) {
            for (int nodes : NODES) {
                double common = ofFamily * random.nextGaussian();
                for (long bytes = 8; bytes <= 8 << 10; bytes *= 4) {
                    cells.add(cell(kind, nodes, 1, bytes, common + ofCell * random.nextGaussian()));
                }
            }
        }
        return cells;
    }

    private static Residuals residuals(List<Cell> cells) {
        return PlatformFile.parse(LeftOutResiduals.section(cells), "p.yaml").residuals();
    }

    private static double coverage(List<Cell> cells) {
        Collection<Covered> families = LeftOutResiduals.coverage(cells).values();
        return families.stream().mapToDouble(Covered::covered).sum()
                / families.stream().mapToDouble(Covered::cells).sum();
    }

    @Test
    void section_normalResiduals_theirQuantiles() {
        Residuals residuals = residuals(drawn(7, 0, 0.2));

        Residuals.Row small = residuals.rows().stream()
                .filter(row -> row.operation() == null && row.from() == 0)
                .findFirst()
                .orElseThrow();
        assertThat(Math.log(small.high())).isCloseTo(1.645 * 0.2, within(0.07));
        assertThat(Math.log(small.low())).isCloseTo(-1.645 * 0.2, within(0.07));
        // the difference of two
        assertThat(Math.log(small.ratio())).isNaN();
        assertThat(residuals.coverage()).isEqualTo(0.9);
    }

    @Test
    void section_twoAlgorithmsOfOnePoint_ratioIsWithoutTheirCommonError() {
        List<Cell> cells = new ArrayList<>();
        Random random = new Random(3);
        for (Kind kind : KINDS) {
            for (int nodes : NODES) {
                double common = random.nextGaussian();
                cells.add(cell(kind, nodes, 1, 8, common));
                cells.add(cell(kind, nodes, 1, 8, common + 0.1));
            }
        }
        assertThat(residuals(cells).rows()).anySatisfy(row -> {
            assertThat(row.operation()).isNull();
            assertThat(row.ratio()).isCloseTo(Math.exp(0.1), within(1e-3));
            assertThat(row.high()).isGreaterThan(2);
        });
    }

    @Test
    void coverage_familiesThatErrTogether_ninetyPercent() {
        double sum = 0;
        for (int seed = 1; seed <= 4; seed++) {
            sum += coverage(drawn(seed, 0.2, 0.1));
        }
        assertThat(sum / 4).isBetween(0.85, 0.95);
    }

    @Test
    void coverage_anOperationTenTimesOff_itsCellsAreNotCovered() {
        List<Cell> cells = new ArrayList<>(drawn(5, 0, 0.1));
        cells.replaceAll(
                cell -> cell.measured().operation() == Kind.BCAST ? cell(Kind.BCAST, 4, 1, 8, Math.log(10)) : cell);

        assertThat(LeftOutResiduals.coverage(cells).get("bcast").covered()).isZero();
    }

    @Test
    void coverage_moreRanksANodeThanAllOthers_noInterval() {
        List<Cell> cells = new ArrayList<>(drawn(5, 0, 0.1));
        for (long bytes = 8; bytes < 1 << 10; bytes *= 2) {
            cells.add(cell(Kind.BCAST, 4, 4, bytes, 0));
        }
        assertThat(LeftOutResiduals.coverage(cells)).doesNotContainKey("4 x 4");
    }
}
