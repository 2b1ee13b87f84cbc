package org.tailback.cli.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.render.TableColumns;
import org.tailback.error.InputException;
import org.tailback.fit.loggp.PrttCampaign;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.measure.HostPair;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.measure.RoundTrip;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.tcp.TcpRoundTrip;
import org.tailback.output.Inline;
import org.tailback.units.Readable;
import org.tailback.units.ValueList;

/** Command that measures round trips with a server, or between two ranks of a simulated platform. */
final class MeasureClientCommand extends Command {
    private final Given<@Nullable String> address = argument(String.class, null, "0", "0..1", "HOST:PORT");

    private final HostsOptions hosts = with(new HostsOptions());

    private final Given<Boolean> bothEnds = flag("--both-ends");

    private final Given<@Nullable String> sizes = text("--size --sizes", "LIST");

    private final Given<@Nullable Path> output = path("--output", "FILE");

    private final Given<Integer> messages = option(Integer.class, PrttCampaign.MESSAGES, "--messages", "N");

    private final Given<Integer> repetitions =
            option(Integer.class, Repetition.DEFAULT.maximum(), "--repetitions", "N");

    private final Given<Double> width = option(Double.class, Repetition.DEFAULT.width(), "--width", "SHARE");

    @Override
    public void run() {
        if ((address.value() == null) != hosts.areGiven() || (bothEnds.value() && !hosts.areGiven())) {
            throw usage("a client needs the server's HOST:PORT, or two --hosts, or a --platform FILE to simulate;"
                    + " --both-ends needs --hosts or --platform");
        }
        if (!(width.value() > 0) || repetitions.value() < 1 || messages.value() < 2) {
            throw new InputException("expected --width and --repetitions above 0 and --messages from 2");
        }
        List<Long> wanted =
                sizes.value() == null ? PrttCampaign.defaultSizes() : ValueList.sizes("--size", sizes.value());
        if (wanted.contains(0L)) {
            throw new InputException("--size: a message has at least 1 B");
        }
        try (RoundTrip network = network()) {
            console.detail("other end: " + network.partner());
            PrttCampaign campaign = new PrttCampaign(
                    wanted,
                    messages.value(),
                    MeasureCommand.repetition(Repetition.DEFAULT, repetitions.value(), width.value()));
            List<PrttSeries.Cell> cells = output.value() == null
                    ? campaign.run(network, List.of(), this::detail)
                    : campaign.record(network, output.value(), MeasureCommand.now(), this::detail);
            output(
                    out -> text(cells, out),
                    new Data(cells.stream().map(Measurement::of).toList()),
                    out -> TableColumns.of(PrttSeries.Cell.class)
                            .add("median", PrttSeries.Cell::median)
                            .add("repetitions", cell -> cell.seconds().length)
                            .csv(out, cells));
        }
    }

    private void text(List<PrttSeries.Cell> cells, PrintWriter out) {
        out.print(
                output.value() != null
                        ? cells.size() + " measurements in " + output.value() + "\n"
                        : new TableColumns<PrttSeries.Cell>()
                                .add(">bytes", PrttSeries.Cell::bytes)
                                .add(">messages", PrttSeries.Cell::messages)
                                .add(">delay", cell -> Readable.seconds(cell.delay()))
                                .add(">median", cell -> Readable.seconds(cell.median()))
                                .add(">repetitions", cell -> cell.seconds().length)
                                .table(cells));
    }

    private RoundTrip network() {
        return hosts.areGiven()
                ? new HostPair(hosts.open(common.seed()), bothEnds.value())
                : TcpRoundTrip.connect(
                        MeasureCommand.address("HOST:PORT", String.valueOf(address.value())), hosts.timeout());
    }

    private void detail(PrttSeries.Cell cell) {
        console.detail("PRTT(" + cell.messages() + ", " + Readable.seconds(cell.delay()) + ", " + cell.bytes()
                + " B) = " + Readable.seconds(cell.median()) + " (" + cell.seconds().length + " repetitions)");
    }

    /**
     * Result of the measurements.
     *
     * @param measurements all measurements, in the order in which they were made
     */
    record Data(List<Measurement> measurements) {}

    /**
     * A repeated measurement.
     *
     * @param median median of the times, seconds
     * @param repetitions number of times
     * @param line line of the file of measurements
     */
    record Measurement(
            @Inline PrttSeries.Cell cell,
            Estimate median,
            @Inline Estimate.Interval interval,
            int repetitions,
            String line) {
        static Measurement of(PrttSeries.Cell cell) {
            Estimate median = Estimate.median(cell.seconds());
            return new Measurement(cell, median, median.interval(), cell.seconds().length, PrttFile.line(cell));
        }
    }
}
