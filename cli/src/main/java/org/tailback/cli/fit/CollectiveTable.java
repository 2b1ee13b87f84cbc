package org.tailback.cli.fit;

import java.util.Map;
import java.util.Objects;
import org.tailback.cli.render.TableColumns;
import org.tailback.cli.render.TextTable;
import org.tailback.cli.render.Words;
import org.tailback.fit.collective.CollectiveEvaluation;
import org.tailback.fit.collective.FiveNumberStar;
import org.tailback.units.Readable;

/**
 * Table of the errors of predicted collective operations and the cost of choices by prediction, compared with a star.
 */
public final class CollectiveTable {
    private CollectiveTable() {}

    private record Line(String cells, CollectiveEvaluation platform, CollectiveEvaluation star, String covered) {}

    public static String legend(FiveNumberStar star) {
        return "star of five numbers of the platform (bandwidth " + Readable.rate(star.bandwidth()) + ", latency "
                + Readable.seconds(star.latency()) + ", overhead " + Readable.seconds(star.overhead()) + ", gap "
                + Readable.seconds(star.gap()) + ", local " + Readable.rate(star.local())
                + "): median factor, of buffers from 64 KiB on (large), choices within 10 % of the best, mean regret\n";
    }

    /**
     * Returns a line for each group of cells.
     *
     * @param platform evaluations on the platform, by the names of groups
     * @param star evaluations of the same groups on the star
     * @param covered number or share of the cells of each group that lie in their intervals, as text; empty to omit
     *     this column
     */
    public static TextTable of(
            Map<String, CollectiveEvaluation> platform,
            Map<String, CollectiveEvaluation> star,
            Map<String, String> covered) {
        TableColumns<Line> columns = new TableColumns<Line>()
                .add("", Line::cells)
                .add(">cells", line -> line.platform().rows().size())
                .add(">factor", line -> Words.ratio(line.platform().medianFactor()))
                .add(">large", line -> Words.ratio(line.platform().medianFactorOfLarge()))
                .add(">choice", line -> choice(line.platform().closeChoices()))
                .add(">regret", line -> Words.ratio(line.platform().meanRegret()))
                .addIf(!covered.isEmpty(), ">in their intervals", Line::covered)
                .add(">star: factor", line -> Words.ratio(line.star().medianFactor()))
                .add(">choice", line -> choice(line.star().closeChoices()))
                .add(">regret", line -> Words.ratio(line.star().meanRegret()))
                .add(">library: choice", line -> choice(line.platform().closeChoicesOfLibrary()))
                .add(">regret", line -> Words.ratio(line.platform().meanRegretOfLibrary()));
        return columns.table(platform.entrySet().stream()
                .map(each -> new Line(
                        each.getKey(),
                        each.getValue(),
                        Objects.requireNonNull(star.get(each.getKey())),
                        covered.getOrDefault(each.getKey(), "-")))
                .toList());
    }

    private static String choice(double share) {
        return Double.isNaN(share) ? "-" : Words.percent(share);
    }
}
