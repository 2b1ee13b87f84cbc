package org.tailback.cli.fit;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.OutputFormat;
import org.tailback.cli.option.Require;
import org.tailback.error.InputException;
import org.tailback.fit.collective.CollectiveFit;
import org.tailback.fit.collective.MeasuredCollectivesFile;
import org.tailback.fit.fragment.PlatformFragment;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.fit.loggp.LogGpFit;
import org.tailback.fit.loggp.LogGpFragment;
import org.tailback.fit.loggp.LogGpParameters;
import org.tailback.fit.loggp.NetgaugeFile;
import org.tailback.fit.loggp.NetgaugeFit;
import org.tailback.fit.loggp.NetgaugeFragment;
import org.tailback.fit.loggp.PrttFile;
import org.tailback.fit.measure.DataFile;
import org.tailback.fit.measure.ExchangeFile;
import org.tailback.fit.modelfit.FreeParameter;
import org.tailback.fit.modelfit.ModelFit;
import org.tailback.fit.penalties.GigabitEthernetFit;
import org.tailback.fit.penalties.PenaltyEstimation;
import org.tailback.fit.plogp.PlogPFit;
import org.tailback.fit.plogp.PlogPMeasurement;
import org.tailback.fit.plogp.PlogPParameters;
import org.tailback.fit.tree.TreeFile;
import org.tailback.fit.tree.TreeParameters;
import org.tailback.platformfile.PlatformFile;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.table.Json;
import org.tailback.units.Readable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Parameters of costs and models from measurements. */
@CommandLine.Command(
        name = "fit",
        description = "Turns measurements into parameters, printed as a part of a platform file.",
        footer = {
            "",
            "WHAT and its FILE:",
            "  loggp      round-trip times (of 'measure client', Netgauge's ng.out, JSON): L, o, g, G by protocol",
            "  plogp      data of 'measure client --plogp', or of loggp: L, g(m), os(m), or(m) by size",
            "  tree       throughputs and round trips by height, of 'measure tree': b(h), d(h), eps_S",
            "  gige       measured graphs: beta, gamma_o, gamma_i of gigabit-ethernet",
            "  penalties  measured graphs: penalty coefficients by shape, for measured-penalties",
            "  model      measured graphs: parameters of any --model, with leave-one-graph-out error",
            "  collective measured collective operations: the numbers of --platform, a file with their form",
            "             and a guess (JSON; text output of OSU or Intel MPI Benchmarks with --nodes,",
            "             --ranks-per-node, --algorithm)"
        })
public final class FitCommand extends Command {
    private static final List<String> KINDS =
            List.of("loggp", "plogp", "tree", "gige", "penalties", "model", "collective");

    @Parameters(
            index = "0",
            paramLabel = "WHAT",
            description = "loggp, plogp, tree, gige, penalties, model or collective")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "the measurements")
    private Path file = Path.of("");

    @Mixin
    private final LogGpFitOptions logGpOptions = new LogGpFitOptions();

    @Option(
            names = "--model",
            paramLabel = "NAME[:k=v,...]",
            description = "model: what to fit; penalties: for shapes that were not measured (max-min)")
    private @Nullable String model;

    @Option(
            names = "--parameter",
            paramLabel = "NAME=LOW:START:HIGH",
            description = "model: a parameter to fit, instead of the usual ones; may be repeated")
    private List<String> parameters = new ArrayList<>();

    @Option(
            names = "--tolerance",
            paramLabel = "SHARE",
            defaultValue = "0.02",
            description = "penalties: ends that differ by less are one (default: 0.02)")
    private double tolerance = 0.02;

    @Option(names = "--platform", paramLabel = "FILE", description = "collective: the platform file to begin with")
    private @Nullable Path platform;

    @Option(names = "--nodes", paramLabel = "N", description = "collective in text output: nodes")
    private @Nullable Integer nodes;

    @Mixin
    private final BenchmarkOptions benchmarkOptions = new BenchmarkOptions();

    @Override
    public void run() {
        if (!KINDS.contains(kind)) {
            throw usage("fit what? Expected one of " + String.join(", ", KINDS) + ", found '" + kind + "'");
        }
        if (!Files.isRegularFile(file)) {
            throw new InputException(file + ": there is no such file");
        }
        switch (kind) {
            case "loggp" -> logGp();
            case "plogp" -> plogP();
            case "tree" -> tree();
            case "gige" -> gigabitEthernet();
            case "penalties" -> penalties();
            case "collective" -> collective();
            default -> model();
        }
    }

    /** Writes the result; warnings are a field of JSON, but easily overlooked in the comments of a platform file. */
    private void output(
            PlatformFragment fragment, Consumer<Json> json, Consumer<PrintWriter> csv, List<String> remarks) {
        output(out -> out.print(fragment.text()), json, csv);
        common.warn(remarks, console);
    }

    private void logGp() {
        String text = DataFile.text(file);
        NetgaugeFile printed = NetgaugeFile.recognises(text) ? NetgaugeFile.parse(text, file.toString()) : null;
        if (common.format() == OutputFormat.TEXT && printed != null && !printed.hasRawColumns()) {
            console.results()
                    .print(NetgaugeFragment.of(printed, DataDate.of(file)).text());
            common.warn(NetgaugeFragment.warnings(printed), console);
            return;
        }
        NetgaugeFit netgauge = printed == null ? null : NetgaugeFit.of(printed);
        LogGpParameters fitted = LogGpFit.fit(PrttFile.series(file), logGpOptions.options());
        fitted.requirePositiveGapsPerByte();
        PlatformFragment fragment = LogGpFragment.of(fitted, DataDate.of(file));
        if (netgauge != null) {
            for (NetgaugeFit.Protocol protocol : netgauge.protocols()) {
                fragment.comment(
                        "Netgauge's own fit of " + protocol.fromBytes() + " to " + protocol.toBytes() + " B: g "
                                + Readable.seconds(protocol.gap() * 1e-6) + ", G "
                                + Readable.seconds(protocol.gapPerByte() * 1e-6) + " per byte");
            }
        }
        output(
                fragment,
                json -> FitOutput.json(fitted, netgauge, json),
                out -> FitOutput.csv(fitted, out),
                fitted.remarks());
    }

    private void plogP() {
        String text = DataFile.text(file);
        PlogPParameters fitted = text.startsWith(ExchangeFile.MAGIC)
                ? PlogPMeasurement.of(ExchangeFile.parse(text, file.toString()), file.toString())
                : PlogPFit.of(PrttFile.series(file));
        output(
                fitted.fragment(DataDate.of(file)),
                json -> FitOutput.json(fitted, json),
                out -> FitOutput.csv(fitted, out),
                fitted.remarks());
    }

    private void tree() {
        TreeParameters fitted = TreeParameters.of(TreeFile.read(file));
        output(
                fitted.fragment(DataDate.of(file)),
                json -> FitOutput.json(fitted, json),
                out -> FitOutput.csv(fitted, out),
                fitted.remarks());
    }

    private void gigabitEthernet() {
        GigabitEthernetFit fitted = GigabitEthernetFit.of(MeasuredGraphsFile.read(file));
        output(
                fitted.fragment(file.toString(), DataDate.of(file)),
                json -> FitOutput.json(fitted, json),
                out -> FitOutput.csv(fitted, out),
                List.of());
    }

    private void penalties() {
        Require.that(tolerance >= 0 && tolerance < 1, "--tolerance", "0 to 1", tolerance);
        String otherwise = model == null ? "max-min" : model;
        PenaltyEstimation.Result fitted = PenaltyEstimation.estimate(
                MeasuredGraphsFile.read(file).graphs(),
                Registry.load().sharing(ModelChoice.parse(otherwise, "--model " + otherwise)),
                tolerance);
        output(
                fitted.fragment(file.toString(), DataDate.of(file), otherwise),
                json -> FitOutput.json(fitted, json),
                out -> FitOutput.csv(fitted, out),
                List.of());
    }

    private void model() {
        String name = model == null ? "tcp-proportional" : model;
        List<MeasuredGraph> graphs = MeasuredGraphsFile.read(file).graphs();
        List<FreeParameter> free = parameters.stream().map(FreeParameter::parse).toList();
        ModelFit.Result fitted = ModelFit.fit(graphs, ModelChoice.parse(name, "--model " + name), free);
        Map<String, ModelFit.Result> baselines = new LinkedHashMap<>();
        PlatformFragment fragment = fitted.fragment(file.toString(), DataDate.of(file));
        for (String baseline : List.of("max-min", "gigabit-ethernet", "uncontended")) {
            ModelFit.Result result = ModelFit.fit(graphs, ModelChoice.parse(baseline), List.of());
            baselines.put(baseline, result);
            fragment.comment("for comparison, " + baseline + " fitted in "
                    + String.join(", ", result.parameters().keySet()).replace(ModelFit.PACE, "one factor of all times")
                    + ": graphs left out " + percent(result.leaveOneOutError())
                    + (Double.isNaN(result.leaveFamilyOutError())
                            ? ""
                            : ", families left out " + percent(result.leaveFamilyOutError())));
        }
        output(fragment, json -> FitOutput.json(fitted, baselines, json), out -> FitOutput.csv(fitted, out), List.of());
    }

    private void collective() {
        if (platform == null) {
            throw usage("fit collective needs --platform: a platform file with the form of the machine and a guess for"
                    + " each number");
        }
        PlatformFile start = PlatformFile.read(platform);
        String text = PlatformFile.text(platform);
        MeasuredCollectivesFile measured = MeasuredCollectivesFile.read(file, benchmarkOptions.run(nodes));
        AtomicInteger done = new AtomicInteger();
        CollectiveFit.Result fitted = Progress.during(
                console,
                () -> done + " predictions of " + measured.cells().size() + " cells done",
                () -> CollectiveFit.fit(measured.cells(), start, text, done::incrementAndGet));
        output(
                out -> CollectiveFitOutput.text(fitted, measured, out),
                json -> CollectiveFitOutput.json(fitted, json),
                out -> CollectiveFitOutput.csv(fitted, out));
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "unknown" : Math.round(1000 * share) / 10.0 + " %";
    }
}
