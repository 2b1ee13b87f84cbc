package org.tailback.fit.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.fit.SharedFiles;
import org.tailback.fit.graphs.MeasuredGraph;
import org.tailback.fit.graphs.MeasuredGraphsFile;
import org.tailback.model.sharing.proportional.TcpProportional;
import org.tailback.registry.ModelChoice;
import org.tailback.registry.Registry;
import org.tailback.sharing.SharingModel;

/** The numbers of docs/models/tcp-today.md and tcp-proportional.md that follow from the files in docs/measured. */
class MeasuredTcpTest {
    /** Step by which each parameter of a regime is moved up and down, as a part of it. */
    private static final double STEP = 0.05;

    private static List<MeasuredGraph> measured(String name) {
        return MeasuredGraphsFile.read(SharedFiles.repository("docs/measured/" + name + ".json"))
                .graphs();
    }

    private static double error(List<MeasuredGraph> graphs, SharingModel model) {
        return Evaluation.of(graphs, model).meanGraphError();
    }

    private static SharingModel model(String text) {
        return Registry.load().model(ModelChoice.parse(text));
    }

    /** Errors as printed, with half a unit of their last digit. */
    @ParameterizedTest
    @CsvSource({
        "tcp-star-8-graphs, tcp-proportional, 8.4, 0.05",
        "testbed-short-queue, tcp-proportional:regime=short-queue, 4.7, 0.05",
        "testbed-acknowledgements-first, tcp-proportional:regime=acknowledgements-first, 4.8, 0.05",
        "testbed-long-queue, tcp-proportional:regime=long-queue, 7.8, 0.05",
        "testbed-acknowledgements-first, tcp-proportional:regime=short-queue, 4.9, 0.05",
        "testbed-long-queue, tcp-proportional:regime=short-queue, 9.1, 0.05",
        "testbed-short-queue, tcp-proportional:regime=long-queue, 6.9, 0.05",
        "tcp-star-8-graphs, max-min, 14, 0.5",
        "testbed-long-queue, max-min, 12, 0.5",
        "testbed-short-queue, max-min, 10, 0.5",
        "testbed-acknowledgements-first, max-min, 9.7, 0.05",
        "tcp-star-8-graphs, hierarchical-ethernet, 25, 0.5",
        "testbed-short-queue, hierarchical-ethernet, 21, 0.5",
        "tcp-star-8-graphs, gigabit-ethernet, 20, 0.5",
        "testbed-short-queue, gigabit-ethernet, 16, 0.5",
        "taurus-graphs, max-min, 28, 0.5",
        "'taurus-graphs', 'max-min:connection-duplex=1,host-duplex=1.384', 3.5, 0.05"
    })
    void meanErrors_areThePrintedOnes(String file, String model, double percent, double half) {
        assertThat(100 * error(measured(file), model(model))).isCloseTo(percent, within(half));
    }

    @ParameterizedTest
    @CsvSource({
        "testbed-racks-2, 'tcp-proportional:regime=short-queue,rack-link=2', 3.3",
        "testbed-racks-1, 'tcp-proportional:regime=short-queue,rack-link=1', 4.3",
        "testbed-racks-2, 'tcp-proportional:regime=short-queue,rack-link=1000', 6.2",
        "testbed-racks-2, 'max-min:topology=racks,bandwidth=47.8Mbit/s,rack-bandwidth=95.6Mbit/s', 6.6",
        "testbed-racks-1, 'max-min:topology=racks,bandwidth=47.8Mbit/s,rack-bandwidth=47.8Mbit/s', 6.6"
    })
    void meanErrors_onTwoRacks_areThePrintedOnes(String file, String model, double percent) {
        Cluster racks = Cluster.ofRacks(List.of(new Cluster.Rack("x", 4), new Cluster.Rack("y", 4)), 1);

        assertThat(100 * Evaluation.of(measured(file), model(model), racks).meanGraphError())
                .isCloseTo(percent, within(0.05));
    }

    /** The fit ends where no parameter can be moved without a larger error. */
    @ParameterizedTest
    @CsvSource({
        "LONG_QUEUE, tcp-star-8-graphs",
        "SHORT_QUEUE, testbed-short-queue",
        "ACKNOWLEDGEMENTS_FIRST, testbed-acknowledgements-first"
    })
    void regimes_areMinimaOfTheErrorOnTheirFiles(TcpProportional.Regime regime, String file) {
        List<MeasuredGraph> graphs = measured(file);
        TcpProportional model = regime.model();
        double least = error(graphs, model);
        for (int parameter = 0; parameter < 4; parameter++) {
            for (double step : new double[] {-STEP, STEP}) {
                TcpProportional moved = moved(model, parameter, step);
                if (!moved.equals(model)) {
                    assertThat(error(graphs, moved)).as("%s", moved).isGreaterThan(least);
                }
            }
        }
    }

    /** A parameter moved by a part of itself; 0 upwards only. */
    private static TcpProportional moved(TcpProportional model, int parameter, double step) {
        double[] values = {
            model.acknowledgementShare(), model.unevenness(), model.receiverDelay(), model.contendedWeight()
        };
        values[parameter] = values[parameter] > 0 ? values[parameter] * (1 + step) : Math.max(0, step);
        return new TcpProportional(values[0], values[1], values[2], values[3]);
    }
}
