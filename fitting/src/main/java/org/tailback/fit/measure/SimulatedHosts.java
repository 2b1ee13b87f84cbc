package org.tailback.fit.measure;

import java.util.List;
import java.util.stream.IntStream;
import org.tailback.cluster.Placement;
import org.tailback.generator.ProgramBuilder;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/**
 * The nodes of a simulated platform as hosts. Each flow has two processes, as in the benchmarks of Vienne et al. and
 * Martinasso and Mehaut: a client and a server. The client uses blocking sends, so a burst takes n gaps. Under a cost
 * without overheads, the client is busy for the whole gap (o = g). Every flow performs its exchange once, including
 * loads, because the flows measured next to a load are shorter.
 */
public record SimulatedHosts(Platform platform) implements Hosts {
    @Override
    public int count() {
        return platform.cluster().nodes();
    }

    @Override
    public List<double[]> measure(List<Flow> flows) {
        ReplayResult result = replay(flows);
        return IntStream.range(0, flows.size())
                .mapToObj(i -> flows.get(i).isLoad()
                        ? new double[0]
                        : new double[] {result.ranks().get(2 * i).finish()})
                .toList();
    }

    /** Returns the number of messages of the flows with a retransmission timeout. */
    public long timeouts(List<Flow> flows) {
        return replay(flows).traffic().retransmissionTimeouts();
    }

    private ReplayResult replay(List<Flow> flows) {
        int[] nodes = flows.stream()
                .flatMapToInt(flow -> IntStream.of(flow.source(), flow.destination()))
                .toArray();
        return Replay.builder(program(flows), platform)
                .placement(Placement.of(platform.cluster(), nodes))
                .build()
                .run();
    }

    /** Returns the processes: the client of flow i is rank 2i, and its server is rank 2i + 1. */
    private static ParallelProgram program(List<Flow> flows) {
        ProgramBuilder program = ProgramBuilder.ranks(2 * flows.size());
        for (int client = 0; client < 2 * flows.size(); client += 2) {
            Exchange exchange = flows.get(client / 2).exchange();
            int server = client + 1;
            for (int i = 0; i < exchange.messages(); i++) {
                if (i > 0 && exchange.delay() > 0) {
                    program.rank(client).compute(exchange.delay());
                }
                program.rank(client).send(server, 0, exchange.bytes());
                program.rank(server).recv(client, 0, exchange.bytes());
            }
            program.rank(client).recv(server, 1, exchange.answer());
            program.rank(server).send(client, 1, exchange.answer());
        }
        return program.build();
    }

    @Override
    public boolean areDeterministic() {
        return true;
    }

    @Override
    public String description() {
        return "simulated " + platform.cost().name() + " on " + platform.model().name();
    }
}
