package org.tailback.cli.measure;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.cli.render.TextTable;
import org.tailback.error.InputException;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.loggp.PrttSeries;
import org.tailback.fit.measure.PrttCampaign;
import org.tailback.fit.measure.Repetition;
import org.tailback.fit.statistics.Estimate;
import org.tailback.fit.statistics.Medians;
import org.tailback.fit.tcp.PrttRecording;
import org.tailback.fit.tcp.TcpRoundTrip;
import org.tailback.fit.tcp.TcpServer;
import org.tailback.units.Readable;
import org.tailback.units.ValueList;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Real round-trip times over TCP. */
@CommandLine.Command(
        name = "measure",
        description = "Measures parametrised round-trip times PRTT(n,d,s) over TCP, for 'tailback fit'.",
        footer = {
            "",
            "On one machine: tailback measure server --listen HOST:PORT",
            "On another:     tailback measure client HOST:PORT --output prtt.txt",
            "Then:           tailback fit loggp prtt.txt > network.yaml",
            "",
            "The server listens on the loopback only, unless --listen names another address; it serves one client at a",
            "time, to its own protocol, until it is interrupted. A client that was interrupted goes on where it",
            "stopped if it is given the same --output again."
        })
public final class MeasureCommand implements Command {
    private final CommonOptions common;
    private final Console console;

    @Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ROLE", description = "server or client")
    private String role = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "HOST:PORT", description = "client: where the server is")
    private @Nullable String address;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "localhost:7411",
            description = "server: where to listen; port 0 for any (default: localhost:7411)")
    private String listen = "localhost:7411";

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "0",
            description = "server: end after so many clients (default: 0, never)")
    private long clients;

    @Option(names = "--sizes", paramLabel = "LIST", description = "client: such as 1,1KiB:64KiB:x2 (1 B to 1 MiB)")
    private @Nullable String sizes;

    @Option(names = "--output", paramLabel = "FILE", description = "client: file of raw data, begun or continued")
    private @Nullable Path output;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "16",
            description = "client: n of PRTT(n,d,s) (default: 16)")
    private int messages = PrttCampaign.MESSAGES;

    @Option(names = "--both-ends", description = "client: both ends send at once, as PlogPT wants it")
    private boolean bothEnds;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "2000",
            description = "client: most repetitions of a measurement (default: 2000)")
    private int repetitions = Repetition.DEFAULT.maximum();

    @Option(
            names = "--width",
            paramLabel = "SHARE",
            defaultValue = "0.02",
            description = "client: repeat until the 95 %% interval of the median is within this (default: 0.02)")
    private double width = Repetition.DEFAULT.width();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "client: how long the server may take for anything (default: 60)")
    private double timeout = 60;

    /** A command that has not read its options. */
    public MeasureCommand(CommonOptions common, Console console) {
        this.common = common;
        this.console = console;
    }

    @Override
    public void run() {
        switch (role) {
            case "server" -> serve();
            case "client" -> measure();
            default ->
                throw new ParameterException(
                        spec.commandLine(), "measure as what? Expected server or client, found '" + role + "'");
        }
    }

    private void serve() {
        if (address != null) {
            throw new ParameterException(spec.commandLine(), "a server takes its address from --listen HOST:PORT");
        }
        if (clients < 0) {
            throw new InputException("--clients: expected 0 or more, found " + clients);
        }
        try (TcpServer server = TcpServer.listen(HostPort.parse("--listen", listen), console::detail)) {
            InetSocketAddress here = server.address();
            console.results().print("listening on " + here.getHostString() + ":" + here.getPort() + "\n");
            console.results().flush();
            server.serve(clients == 0 ? Long.MAX_VALUE : clients);
        }
    }

    private void measure() {
        if (address == null) {
            throw new ParameterException(spec.commandLine(), "a client needs the server's HOST:PORT");
        }
        if (!(timeout > 0 && timeout < 1e6) || !(width > 0) || repetitions < 1 || messages < 2) {
            throw new InputException("expected --timeout, --width and --repetitions above 0 and --messages from 2");
        }
        List<Long> wanted = sizes == null ? PrttCampaign.defaultSizes() : ValueList.sizes("--sizes", sizes);
        if (wanted.contains(0L)) {
            throw new InputException("--sizes: a message has at least 1 B");
        }
        Repetition standard = Repetition.DEFAULT;
        PrttCampaign campaign = new PrttCampaign(
                wanted,
                messages,
                bothEnds,
                new Repetition(standard.warmUp(), Math.min(standard.minimum(), repetitions), repetitions, width));
        List<PrttSeries.Cell> cells;
        try (TcpRoundTrip network = TcpRoundTrip.connect(HostPort.parse("HOST:PORT", address), timeout)) {
            console.detail("server: " + network.serverDescription());
            cells = output == null ? campaign.run(network, List.of(), this::tell) : record(campaign, network, output);
        }
        write(cells);
    }

    private List<PrttSeries.Cell> record(PrttCampaign campaign, TcpRoundTrip network, Path file) {
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        try (PrttRecording recording = PrttRecording.open(file, campaign, network, date)) {
            if (!recording.known().isEmpty()) {
                console.detail(recording.known().size() + " measurements are in " + file + " already");
            }
            return campaign.run(network, recording.known(), cell -> {
                recording.add(cell);
                tell(cell);
            });
        }
    }

    private void tell(PrttSeries.Cell cell) {
        console.detail("PRTT(" + cell.messages() + ", " + Readable.seconds(cell.delay()) + ", " + cell.bytes()
                + " B) = " + Readable.seconds(Medians.median(cell.seconds())) + " (" + cell.seconds().length
                + " repetitions)");
    }

    private void write(List<PrttSeries.Cell> cells) {
        PrintWriter out = console.results();
        switch (common.format()) {
            case TEXT -> {
                if (output != null) {
                    out.print(cells.size() + " measurements in " + output + "\n");
                    return;
                }
                TextTable table = TextTable.of(">bytes", ">messages", ">delay", ">median", ">repetitions");
                for (PrttSeries.Cell cell : cells) {
                    table.row(
                            Long.toString(cell.bytes()),
                            Integer.toString(cell.messages()),
                            Readable.seconds(cell.delay()),
                            Readable.seconds(Medians.median(cell.seconds())),
                            Integer.toString(cell.seconds().length));
                }
                out.print(table);
            }
            case JSON -> Json.write(out, json -> json.objects("measurements", cells, MeasureCommand::cell));
            case CSV -> {
                Csv csv = Csv.with(out, "bytes", "messages", "delay", "median", "repetitions");
                cells.forEach(cell -> csv.row(
                        cell.bytes(),
                        cell.messages(),
                        cell.delay(),
                        Medians.median(cell.seconds()),
                        cell.seconds().length));
            }
        }
    }

    private static void cell(Json json, PrttSeries.Cell cell) {
        Estimate median = Medians.withInterval(cell.seconds());
        json.number("bytes", cell.bytes())
                .number("messages", cell.messages())
                .number("delay", cell.delay())
                .number("median", median.value())
                .number("low", median.low())
                .number("high", median.high())
                .number("repetitions", cell.seconds().length)
                .text("line", PrttFile.line(cell));
    }
}
