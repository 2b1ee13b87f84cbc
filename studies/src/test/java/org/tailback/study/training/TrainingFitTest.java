package org.tailback.study.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platform.KeyedResiduals;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.settings.Settings;
import org.tailback.study.training.TrainingEvaluation.Prepared;

class TrainingFitTest {
    private static final Platform PLATFORM = TestPlatforms.of(
            "cluster: {nodes: 4, gpus-per-node: 4}",
            "network: {model: max-min, bandwidth: 20 GB/s, local-bandwidth: 200 GB/s}",
            "cost: {model: hockney, latency: 3 us, bandwidth: 20 GB/s}",
            "intra-node: {latency: 1 us, bandwidth: 200 GB/s}");

    private static final String VTRAIN = "# GPUs,global batch,micro batch,hidden size,attention heads,# layers,sequence"
            + " length,tensor parallelism,data parallelism,pipeline parallelism,iteration time (ms)\n";

    private static List<Prepared> prepared(MeasuredSteps steps) {
        GroupTimes groups = new GroupTimes(ranks -> PLATFORM, CollectiveSelectors.parse("nccl"));
        return steps.rows().stream()
                .map(row -> Prepared.of(
                        row, TrainingStep.of(row.settings(), Optional.of("a100"), null), groups, 4, PLATFORM, "test"))
                .toList();
    }

    private static MeasuredSteps steps(Path folder, String text) throws IOException {
        return MeasuredSteps.read(Files.writeString(folder.resolve("steps.csv"), text));
    }

    /** Steps of a known GPU have its numbers; 4 of 40 rows that take twice as long do not move them. */
    @Test
    void fit_stepsOfAKnownGpu_findsItsNumbers(@TempDir Path folder) throws IOException {
        StringBuilder text = new StringBuilder(VTRAIN);
        for (int hidden : new int[] {512, 1024, 2048, 4096, 8192}) {
            for (String rest : List.of("4,1,1", "2,1,2", "1,4,1", "4,2,1", "1,1,4", "2,2,2", "1,2,4", "4,4,1")) {
                String[] division = rest.split(",");
                int gpus =
                        Integer.parseInt(division[0]) * Integer.parseInt(division[1]) * Integer.parseInt(division[2]);
                text.append(gpus + ",32,2," + hidden + ",16,8,1024," + rest + ",1\n");
            }
        }
        Gpu known = Gpu.of(Settings.ofScalars(
                "gpu",
                "test",
                java.util.Map.of(
                        "name",
                        "a100",
                        "efficiency",
                        "0.7",
                        "memory-efficiency",
                        "0.6",
                        "launch",
                        "2 ms",
                        "optimizer-bytes",
                        "25")));
        List<Prepared> runs = new ArrayList<>();
        for (Prepared run : prepared(steps(folder, text.toString()))) {
            double seconds = run.predicted(known) * (run.measured().number() % 10 == 0 ? 2 : 1);
            runs.add(measured(run, seconds));
        }
        TrainingFit.Result found = TrainingFit.fit(runs);

        assertThat(found.gpu().numbers().efficiency()).isCloseTo(0.7, within(0.02));
        assertThat(found.gpu().numbers().memory()).isCloseTo(0.6, within(0.03));
        assertThat(found.gpu().numbers().launch()).isCloseTo(2e-3, withinPercentage(3));
        assertThat(found.numbers())
                .allSatisfy(number -> assertThat(number.value()).isBetween(number.low(), number.high()));
        TrainingStep step = runs.get(0).step();
        assertThat(found.gpu().residuals().factors(step.use())).isNotNull();
        assertThat(found.gpu().residuals().outside(step.use().with("sequence", 2048)))
                .containsExactly("sequence 2048 (measured: 1024)");
        assertThat(found.gpu().residuals().outside(step.use().with("gpu", "h100")))
                .containsExactly("gpu h100 (measured: a100)");
    }

    /** Steps of 8 bits, fitted from a GPU that is known with 16 bits, move what only they tell. */
    @Test
    void fit_stepsOf8Bits_keepTheNumbersOf16(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("model.yaml"),
                "model: {layers: 4, hidden: 4096, heads: 32, sequence: 4096, vocabulary: 32000}\n"
                        + "parallelism: {data: 4}\nbatch: 8\nfp8: true\ngpu: {name: h100, efficiency: 0.5,"
                        + " attention-efficiency: 0.4, efficiency-8-bit: 0.6}\n");
        List<Prepared> runs = new ArrayList<>();
        for (Prepared run : prepared(steps(
                folder,
                "file,model.hidden,model.sequence,seconds\nmodel.yaml,4096,4096,1\nmodel.yaml,8192,2048,1\n"))) {
            double[] numbers = run.step().gpu().numbers().values();
            numbers[1] = 0.4;
            Gpu known = run.step().gpu().with(GpuNumbers.of(numbers), KeyedResiduals.NONE);
            runs.add(measured(run, run.predicted(known)));
        }
        GpuNumbers found = TrainingFit.fit(runs).gpu().numbers();

        assertThat(found.efficiencyOf8Bits()).isCloseTo(0.4, within(0.02));
        assertThat(found.efficiency()).isCloseTo(0.5, within(0.01));
        assertThat(found.attention()).isCloseTo(0.4, within(0.02));
        assertThat(found.recomputation())
                .isCloseTo(runs.get(0).step().gpu().numbers().recomputation(), within(1e-9));
    }

    private static Prepared measured(Prepared run, double seconds) {
        MeasuredSteps.Row row = run.measured();
        return new Prepared(
                new MeasuredSteps.Row(row.number(), row.settings(), null, "", 0, 0, seconds),
                run.step(),
                run.communication(),
                run.beyondNode(),
                PLATFORM,
                null);
    }

    /** One step tells one number at most: that of the optimizer stays as it was believed. */
    @Test
    void fit_oneStep_saysWhatItDoesNotTell(@TempDir Path folder) throws IOException {
        List<Prepared> runs = prepared(steps(folder, VTRAIN + "4,32,8,4096,16,8,1024,4,1,1,500\n"));

        TrainingFit.Result found = TrainingFit.fit(runs);

        assertThat(found.numbers().get(5).told()).isFalse();
        assertThat(found.gpu().residuals().entries()).isEmpty();
    }

    @Test
    void read_vtrainHeader_saysWhatIsImplied(@TempDir Path folder) throws IOException {
        MeasuredSteps steps = steps(folder, VTRAIN + "4,32,8,4096,16,8,1024,4,1,1,500\n");
        TrainingStep step = prepared(steps).get(0).step();

        assertThat(steps.warnings()).singleElement().asString().contains("full recomputation", "50,257", "4 bytes");
        assertThat(step.recompute()).isEqualTo(TrainingStep.Recompute.FULL);
        assertThat(step.bytes().gradient()).isEqualTo(4);
        assertThat(steps.rows().get(0).seconds()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void read_rowWithTooFewValues_saysTheLine(@TempDir Path folder) {
        assertThatThrownBy(() -> steps(folder, "batch,seconds\n\n8,1\n8\n"))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(":4: expected 2 values (batch,seconds), found 1");
    }

    @Test
    void read_ownColumns_changeATrainingFile(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("model.yaml"),
                "model: {layers: 4, hidden: 1024, heads: 16, sequence: 512, vocabulary: 0}\n"
                        + "parallelism: {tensor: 2}\nbatch: 8\ngpu: {name: h100}\n");
        MeasuredSteps steps = steps(
                folder,
                "file,series,parallelism.tensor,model.hidden,seconds\nmodel.yaml,a,1,2048,2 s\nmodel.yaml,a,,,1.1 s\n");
        TrainingEvaluation evaluation = TrainingEvaluation.of(prepared(steps));

        assertThat(evaluation.rows().get(0).run().step().model().hidden()).isEqualTo(2048);
        assertThat(evaluation.rows().get(1).run().step().parallelism().tensor()).isEqualTo(2);
        assertThat(evaluation.rows().get(0).run().step().gpu().name()).isEqualTo("h100");
        // the smaller run took 2 s: with twice the GPUs and the same batch 1 s, 1 / 1.1 of what was measured
        assertThat(evaluation.rows().get(1).perfectScalingError()).isCloseTo(1 / 1.1 - 1, within(1e-9));
    }

    @Test
    void prepare_otherNumberOfGpus_isAnError(@TempDir Path folder) throws IOException {
        MeasuredSteps steps = steps(folder, VTRAIN + "8,32,8,4096,16,8,1024,4,1,1,500\n");

        assertThatThrownBy(() -> prepared(steps))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("4 GPUs but the row has 8 GPUs");
    }

    @Test
    void read_vtrainHeaderWithOtherColumns_namesThem(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("more.csv"),
                VTRAIN.replace("\n", ",dropout\n") + "4,32,8,4096,16,8,1024,4,1,1,500,0.1\n");

        assertThat(MeasuredSteps.read(file).warnings()).contains("Unused columns: dropout.");
    }
}
