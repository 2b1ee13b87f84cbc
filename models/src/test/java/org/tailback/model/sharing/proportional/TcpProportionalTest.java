package org.tailback.model.sharing.proportional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.cluster.Cluster;
import org.tailback.error.InputException;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;
import org.tailback.testing.BandwidthSharingContract;
import org.tailback.testing.FlowsInFlight;
import org.tailback.testing.FlowsInFlight.Flow;

class TcpProportionalTest extends BandwidthSharingContract {
    private static final TcpProportional BARE = new TcpProportional(0, 0, 0, 1);
    private static final Offset<Double> EXACT = within(1e-9);

    @Override
    protected SharingModel model() {
        return TcpProportional.DEFAULT;
    }

    @Override
    protected void checkCapacities(FlowsInFlight network) {
        for (int node = 0; node < cluster().nodes(); node++) {
            double out = 0;
            double in = 0;
            int leaving = 0;
            int entering = 0;
            for (Flow flow : network.flows().values()) {
                out += flow.source() == node ? network.rate(flow.number()) : 0;
                in += flow.destination() == node ? network.rate(flow.number()) : 0;
                leaving += flow.source() == node ? 1 : 0;
                entering += flow.destination() == node ? 1 : 0;
            }
            double a = TcpProportional.DEFAULT.acknowledgementShare();
            assertThat(out + a * in).as("leaving node %d in %s", node, network).isLessThanOrEqualTo(gain(leaving));
            assertThat(in + a * out).as("entering node %d in %s", node, network).isLessThanOrEqualTo(gain(entering));
        }
    }

    /** g of the default parameters, with a margin for rounding. */
    private static double gain(int messages) {
        return 1 / (1 - TcpProportional.DEFAULT.unevenness() * (1 - 1.0 / Math.max(1, messages))) + 1e-9;
    }

    /**
     * n messages that share a port by weights end after 1 + sum of min(1, weight of another / own weight) on average:
     * n - (n - 1) u, if the mean of that minimum is 1 - u.
     */
    private static final Cluster RACKS =
            Cluster.ofRacks(List.of(new Cluster.Rack("x", 4), new Cluster.Rack("y", 4)), 1);

    @Test
    void on_racksWithoutTheirLink_isRefusedWithWhatToGive() {
        assertThatThrownBy(() -> TcpProportional.DEFAULT.on(RACKS, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("2 racks: set rack-link");
    }

    /** Four messages cross a link of 2; messages inside racks are not limited by it. */
    @Test
    void rates_racks_keepToTheirLinks() {
        TcpProportional wide = new TcpProportional(0, 0, 0, 1, 2);
        TcpProportional narrow = new TcpProportional(0, 0, 0, 1, 0.25);

        assertThat(FlowsInFlight.of(wide, RACKS, "x1>y1 x2>y2 x3>y3 x4>y4").rates())
                .containsExactly(new double[] {0.5, 0.5, 0.5, 0.5}, EXACT);
        // half each at node 0; what the rack's link takes from one, the other does not get
        assertThat(FlowsInFlight.of(narrow, RACKS, "x1>y1 x1>x2 x3>x4").rates())
                .containsExactly(new double[] {0.25, 0.5, 1}, EXACT);
    }

    @Test
    void unevenness_isTheMeanOfTimesUnderRandomWeights() {
        Random random = new Random(7);
        double[] minimum = new double[6];
        double[] mean = new double[6];
        for (int n = 2; n <= 5; n++) {
            for (int draw = 0; draw < 20_000; draw++) {
                double[] weight = random.doubles(n, 0.8, 1.2).toArray();
                for (int i = 0; i < n; i++) {
                    double time = 1;
                    for (int j = 0; j < n; j++) {
                        time += i == j ? 0 : Math.min(1, weight[j] / weight[i]);
                    }
                    mean[n] += time / n / 20_000;
                }
                minimum[n] += Math.min(1, weight[0] / weight[1]) / 20_000;
            }
            TcpProportional model = new TcpProportional(0, 1 - minimum[n], 0, 1);
            StringBuilder out = new StringBuilder();
            StringBuilder in = new StringBuilder();
            for (int i = 1; i <= n; i++) {
                out.append("0>").append(i).append(' ');
                in.append(i).append(">0 ");
            }
            for (StringBuilder star : List.of(out, in)) {
                assertThat(FlowsInFlight.of(
                                        model, Cluster.of(6, 1), star.toString().strip())
                                .penalties()[0])
                        .as("%s", star)
                        .isCloseTo(mean[n], within(0.01));
            }
        }
    }

    /**
     * The graph that tells regimes apart in docs/models/tcp-today.md. Node 0 is full in both directions: I + a O = c
     * and O + a I = g for its incoming sum I and its outgoing sum O. So I = (c - a g) / (1 - a^2), of which each of two
     * messages gets half.
     */
    @ParameterizedTest
    @CsvSource({"long-queue, 2.75", "short-queue, 1.97", "acknowledgements-first, 2.03"})
    void regimes_differAtAReceiverThatSends(String regime, double printed) {
        TcpProportional model = (TcpProportional)
                new TcpProportional.Provider().create(Settings.ofScalars("network", "test", Map.of("regime", regime)));
        double a = model.acknowledgementShare();
        double g = 1 / (1 - model.unevenness() / 2);
        double c = g / (1 + model.receiverDelay());
        double expected = 2 * (1 - a * a) / (c - a * g);
        assertThat(expected).isCloseTo(printed, within(0.005));
        assertThat(FlowsInFlight.of(model, Cluster.of(5, 1), "1>0 2>0 0>3 0>4").penalties()[0])
                .isCloseTo(expected, within(1e-9));
    }

    @Test
    void messageWithTwoBottlenecks_getsAThird() {
        double[] rates = FlowsInFlight.of(BARE, Cluster.of(4, 1), "0>1 0>2 3>2").rates();
        assertThat(rates[0]).isCloseTo(2.0 / 3, EXACT);
        assertThat(rates[1]).isCloseTo(1.0 / 3, EXACT);
        assertThat(rates[2]).isCloseTo(2.0 / 3, EXACT);
    }

    @Test
    void stars_shareEvenly() {
        assertThat(FlowsInFlight.of(BARE, Cluster.of(4, 1), "0>1 0>2 0>3 0>3").penalties())
                .containsExactly(new double[] {4, 4, 4, 4}, within(1e-8));
        assertThat(FlowsInFlight.of(BARE, Cluster.of(4, 1), "1>0 2>0 3>0").penalties())
                .containsExactly(new double[] {3, 3, 3}, within(1e-8));
    }

    @Test
    void opposites_slowEachOtherByTheirAcknowledgements() {
        TcpProportional model = new TcpProportional(0.0256, 0, 0, 1);
        assertThat(FlowsInFlight.of(model, Cluster.of(2, 1), "0>1 1>0").rates())
                .containsExactly(new double[] {1 / 1.0256, 1 / 1.0256}, within(1e-9));
    }

    @Test
    void sharedReceiver_thatSendsTwo_receivesLess() {
        TcpProportional model = new TcpProportional(0, 0, 1, 1);
        double[] rates =
                FlowsInFlight.of(model, Cluster.of(5, 1), "1>0 2>0 0>3 0>4").rates();
        assertThat(rates).containsExactly(new double[] {0.25, 0.25, 0.5, 0.5}, within(1e-9));
        assertThat(FlowsInFlight.of(model, Cluster.of(5, 1), "1>0 1>0 0>3 0>4").rates())
                .as("one sender only")
                .containsExactly(new double[] {0.5, 0.5, 0.5, 0.5}, within(1e-9));
    }

    /** Its senders send elsewhere too: they ask it for 1/2 + 1/2. */
    @Test
    void sharedReceiver_thatSendsTwoButIsNotOversubscribed_receivesEverything() {
        TcpProportional model = new TcpProportional(0, 0, 1, 1);
        assertThat(FlowsInFlight.of(model, Cluster.of(5, 1), "1>0 2>0 0>3 0>4 1>3 2>4")
                        .rates())
                .containsExactly(new double[] {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, within(1e-8));
    }

    /** Times alone measured with TCP over ports of 50 Mbit/s: 2.08, 3.05, 2.2. */
    @ParameterizedTest
    @CsvSource({
        "0>1 0>2 1>0 1>2 2>0 2>1, 2.08, 0.06",
        "0>1 0>2 0>3 1>0 1>2 1>3 2>0 2>1 2>3 3>0 3>1 3>2, 3.05, 0.05",
        "0>1 1>2 2>3 3>0 1>0 2>1 3>2 0>3, 2.2, 0.2"
    })
    void penalties_allSendAndReceive_areThoseMeasured(String graph, double measured, double within) {
        for (double penalty : FlowsInFlight.of(TcpProportional.DEFAULT, Cluster.of(4, 1), graph)
                .penalties()) {
            assertThat(penalty).isCloseTo(measured, within(within));
        }
    }

    @Test
    void sharedReceiver_thatSendsOne_receivesEverything() {
        TcpProportional model = new TcpProportional(0, 0, 1, 1);
        assertThat(FlowsInFlight.of(model, Cluster.of(5, 1), "1>0 2>0 0>3").rates())
                .containsExactly(new double[] {0.5, 0.5, 1}, within(1e-9));
    }

    @Test
    void contendedMessages_yieldToTheirSendersOthers() {
        TcpProportional model = new TcpProportional(0, 0, 0, 0.5);
        assertThat(FlowsInFlight.of(model, Cluster.of(5, 1), "0>1 0>2 3>2 3>4").rates())
                .containsExactly(new double[] {2.0 / 3, 1.0 / 3, 1.0 / 3, 2.0 / 3}, within(1e-8));
        assertThat(FlowsInFlight.of(model, Cluster.of(5, 1), "1>0 2>0 3>0").rates())
                .as("among equals weights do not matter")
                .containsExactly(new double[] {1.0 / 3, 1.0 / 3, 1.0 / 3}, within(1e-8));
    }

    /** The definition: no feasible exchange between rates raises the sum of relative changes (Kelly 1997). */
    @Test
    void rates_ofRandomGraphs_areProportionallyFair() {
        for (long seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 200 : 50); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(BARE, cluster());
            int flows = 2 + random.nextInt(12);
            for (int flow = 0; flow < flows; flow++) {
                int source = random.nextInt(8);
                network.start(flow, source, (source + 1 + random.nextInt(7)) % 8);
            }
            network.recompute();
            double[] other = random.doubles(flows, 0.001, 1).toArray();
            double most = 0;
            for (int node = 0; node < 8; node++) {
                double out = 0;
                double in = 0;
                for (Flow flow : network.flows().values()) {
                    out += flow.source() == node ? other[flow.number()] : 0;
                    in += flow.destination() == node ? other[flow.number()] : 0;
                }
                most = Math.max(most, Math.max(out, in));
            }
            double change = 0;
            for (int flow = 0; flow < flows; flow++) {
                change += (other[flow] / most - network.rate(flow)) / network.rate(flow);
            }
            assertThat(change).as("%s, seed %d", network, seed).isLessThanOrEqualTo(1e-6);
        }
    }

    @Test
    void ringOfManyNodes_hasEqualRates() {
        FlowsInFlight network = new FlowsInFlight(TcpProportional.DEFAULT, Cluster.of(2000, 1));
        for (int node = 0; node < 2000; node++) {
            network.start(node, node, (node + 1) % 2000);
        }
        network.recompute();
        double expected = 1 / (1 + TcpProportional.DEFAULT.acknowledgementShare());
        for (double rate : network.rates()) {
            assertThat(rate).isCloseTo(expected, within(1e-12));
        }
        assertThat(network.sharing().warnings()).isEmpty();
    }

    /** Solved from the prices before, while the graphs of the contract are small enough to be solved from nothing. */
    @Test
    void ratesOfManyMessages_afterRandomChanges_equalThoseFromScratch() {
        Cluster nodes = Cluster.of(64, 1);
        for (long seed = 0; seed < (Boolean.getBoolean("tailback.thorough") ? 4 : 1); seed++) {
            Random random = new Random(seed);
            FlowsInFlight network = new FlowsInFlight(TcpProportional.DEFAULT, nodes);
            for (int flow = 0; flow < 64 * 63; flow++) {
                network.start(flow, flow / 63, (flow / 63 + 1 + flow % 63) % 64);
            }
            network.recompute();
            for (int instant = 0; instant < 15; instant++) {
                for (int flow = 0; flow < 64 * 63; flow++) {
                    if (network.flows().containsKey(flow) && random.nextInt(instant < 5 ? 1000 : 40) == 0) {
                        network.end(flow);
                    }
                }
                network.recompute();
                FlowsInFlight scratch = new FlowsInFlight(TcpProportional.DEFAULT, nodes);
                network.flows().values().forEach(f -> scratch.start(f.number(), f.source(), f.destination()));
                scratch.recompute();
                assertThat(network.rates())
                        .as("seed %d, instant %d", seed, instant)
                        .containsExactly(scratch.rates(), within(1e-12));
                assertThat(network.sharing().warnings()).isEmpty();
            }
        }
    }
}
