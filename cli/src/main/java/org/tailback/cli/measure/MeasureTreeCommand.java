package org.tailback.cli.measure;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.Given;
import org.tailback.cli.option.Require;
import org.tailback.cli.render.Csv;
import org.tailback.fit.measure.Hosts;
import org.tailback.fit.measure.SimulatedHosts;
import org.tailback.fit.tree.TimeoutThreshold;
import org.tailback.fit.tree.TreeCampaign;
import org.tailback.fit.tree.TreeData;
import org.tailback.table.ResultFile;
import org.tailback.units.Quantity;

/** Command that measures throughputs of pairs and loaded round trips by height: the tree of PlogPT. */
final class MeasureTreeCommand extends Command {
    private final HostsOptions hosts = with(new HostsOptions());

    private final Given<String> size = option(String.class, "4MiB", "--size", "SIZE");

    private final Given<Boolean> oneWay = flag("--one-way");

    private final Given<Integer> repetitions = option(Integer.class, 10, "--repetitions", "N");

    private final Given<@Nullable Path> output = path("--output", "FILE");

    @Override
    public void run() {
        long bytes = (long) Quantity.parseAt("--size", size.value(), Quantity.Kind.BYTES);
        Require.that(bytes >= 1, "--size", "1 B or more", size.value());
        Require.that(repetitions.value() >= 1, "--repetitions", "1 or more", repetitions.value());
        try (Hosts network = hosts.open(common.seed())) {
            TimeoutThreshold threshold = network instanceof SimulatedHosts simulated
                            && simulated.platform().loss().name().equals("tail-drop")
                    ? new TimeoutThreshold(simulated)
                    : null;
            TreeData measured = new TreeCampaign(network, bytes, !oneWay.value(), repetitions.value(), threshold)
                    .run(height -> console.detail("a height is measured"));
            String text = measured.text(MeasureCommand.now());
            if (output.value() != null) {
                ResultFile.write(output.value(), text);
            }
            outputUnwrapped(
                    output.value() == null ? text : measured.heights().size() + " heights in " + output.value() + "\n",
                    measured,
                    out -> {
                        Csv csv = Csv.with(out, "height", "quantity", "value");
                        for (int h = 1; h <= measured.heights().size(); h++) {
                            TreeData.Height height = measured.heights().get(h - 1);
                            int number = h;
                            height.bandwidths().forEach(value -> csv.row(number, "bandwidth", value));
                            height.idle().forEach(value -> csv.row(number, "idle", value));
                            height.loaded().forEach(value -> csv.row(number, "loaded", value));
                            height.delays().forEach(value -> csv.row(number, "buffer-delay", value));
                        }
                    });
        }
    }
}
