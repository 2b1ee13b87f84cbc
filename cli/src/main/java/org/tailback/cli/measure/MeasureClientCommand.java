package org.tailback.cli.measure;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.render.TableColumns;
import org.tailback.error.InputException;
import org.tailback.fit.loggp.PrttCampaign;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.measure.RoundTrip;
import org.tailback.fit.measure.SimulatedRoundTrip;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.Medians;
import org.tailback.fit.tcp.TcpRoundTrip;
import org.tailback.output.Inline;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.Registry;
import org.tailback.units.Readable;
import org.tailback.units.ValueList;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Round trips with a server, or between two ranks of a simulated platform. */
@CommandLine.Command(
        name = "client",
        description =
                "Measures round trips with 'tailback measure server', or with --platform those of a simulated network.",
        footer = {
            "",
            "PRTT(n,d,s) for 'tailback fit loggp' and 'fit plogp'.",
            "The same command with the same --output continues where it was interrupted."
        })
final class MeasureClientCommand extends Command {
    @Parameters(index = "0", arity = "0..1", paramLabel = "HOST:PORT", description = "where the server is")
    private @Nullable String address;

    @Option(
            names = "--platform",
            paramLabel = "FILE|NAME",
            description = "measure ranks 0 and 1 of this platform instead")
    private @Nullable Path platform;

    @Option(
            names = {"--size", "--sizes"},
            paramLabel = "LIST",
            description = "such as 1,1KiB:64KiB:x2 (1 B to 1 MiB)")
    private @Nullable String sizes;

    @Option(names = "--output", paramLabel = "FILE", description = "file of raw data, begun or continued")
    private @Nullable Path output;

    @Option(names = "--messages", paramLabel = "N", description = "n of PRTT(n,d,s) (default: 16)")
    private int messages = PrttCampaign.MESSAGES;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            description = "most repetitions of a measurement (default: 2000)")
    private int repetitions = Repetition.DEFAULT.maximum();

    @Option(
            names = "--width",
            paramLabel = "SHARE",
            description = "repeat until the 95 %% interval of the median is within this (default: 0.02)")
    private double width = Repetition.DEFAULT.width();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "how long the server may take for anything (default: 60)")
    private double timeout = 60;

    @Override
    public void run() {
        if ((address == null) == (platform == null)) {
            throw usage("a client needs the server's HOST:PORT, or a --platform FILE to simulate");
        }
        if (!(timeout > 0 && timeout < 1e6) || !(width > 0) || repetitions < 1 || messages < 2) {
            throw new InputException("expected --timeout, --width and --repetitions above 0 and --messages from 2");
        }
        List<Long> wanted = sizes == null ? PrttCampaign.defaultSizes() : ValueList.sizes("--size", sizes);
        if (wanted.contains(0L)) {
            throw new InputException("--size: a message has at least 1 B");
        }
        try (RoundTrip network = network()) {
            console.detail("other end: " + network.partner());
            PrttCampaign campaign = new PrttCampaign(wanted, messages, repetition());
            String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
            List<PrttSeries.Cell> cells = output == null
                    ? campaign.run(network, List.of(), this::tell)
                    : campaign.record(network, output, now, this::tell);
            output(
                    out -> text(cells, out),
                    new Data(cells.stream().map(Measurement::of).toList()),
                    out -> TableColumns.of(PrttSeries.Cell.class)
                            .add("median", cell -> Medians.median(cell.seconds()))
                            .add("repetitions", cell -> cell.seconds().length)
                            .csv(out, cells));
        }
    }

    private void text(List<PrttSeries.Cell> cells, PrintWriter out) {
        out.print(
                output != null
                        ? cells.size() + " measurements in " + output + "\n"
                        : new TableColumns<PrttSeries.Cell>()
                                .add(">bytes", PrttSeries.Cell::bytes)
                                .add(">messages", PrttSeries.Cell::messages)
                                .add(">delay", cell -> Readable.seconds(cell.delay()))
                                .add(">median", cell -> Readable.seconds(Medians.median(cell.seconds())))
                                .add(">repetitions", cell -> cell.seconds().length)
                                .table(cells));
    }

    private RoundTrip network() {
        return platform == null
                ? TcpRoundTrip.connect(MeasureCommand.address("HOST:PORT", String.valueOf(address)), timeout)
                : new SimulatedRoundTrip(
                        PlatformFile.read(platform).resolve(Overrides.NONE.withSeed(common.seed()), Registry.load()),
                        0,
                        1);
    }

    private Repetition repetition() {
        Repetition standard = Repetition.DEFAULT;
        return new Repetition(standard.warmUp(), Math.min(standard.minimum(), repetitions), repetitions, width);
    }

    private void tell(PrttSeries.Cell cell) {
        console.detail("PRTT(" + cell.messages() + ", " + Readable.seconds(cell.delay()) + ", " + cell.bytes()
                + " B) = " + Readable.seconds(Medians.median(cell.seconds())) + " (" + cell.seconds().length
                + " repetitions)");
    }

    /**
     * The result.
     *
     * @param measurements in their order
     */
    record Data(List<Measurement> measurements) {}

    /**
     * A repeated measurement.
     *
     * @param median of the times, seconds
     * @param repetitions how many there are
     * @param line of the file of measurements
     */
    record Measurement(
            @Inline PrttSeries.Cell cell,
            Estimate median,
            @Inline Estimate.Interval interval,
            int repetitions,
            String line) {
        static Measurement of(PrttSeries.Cell cell) {
            Estimate median = Medians.withInterval(cell.seconds());
            return new Measurement(cell, median, median.interval(), cell.seconds().length, PrttFile.line(cell));
        }
    }
}
