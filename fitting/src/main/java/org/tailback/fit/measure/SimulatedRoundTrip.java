package org.tailback.fit.measure;

import com.google.common.base.Preconditions;
import org.tailback.platform.Platform;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.Replay;

/**
 * Two ranks of a simulated platform as partners of a measurement; ranks are placed by its rule. The client sends with
 * blocking sends, as Listing 1 does, so a burst takes n gaps; under a cost without overheads the sender is then busy for
 * the whole gap (o = g).
 *
 * @param client rank that measures, >= 0
 * @param server rank that answers, >= 0, another one
 */
public record SimulatedRoundTrip(Platform platform, int client, int server) implements RoundTrip {
    public SimulatedRoundTrip {
        Preconditions.checkArgument(client >= 0 && server >= 0 && client != server, "ranks %s and %s", client, server);
    }

    @Override
    public double measure(Exchange exchange) {
        ParallelProgram program = new ParallelProgram() {
            @Override
            public int ranks() {
                return Math.max(client, server) + 1;
            }

            @Override
            public Program open(int rank) {
                boolean[] done = {rank != client && rank != server};
                return sink -> {
                    boolean more = !done[0];
                    if (more) {
                        part(rank, exchange, sink);
                    }
                    done[0] = true;
                    return more;
                };
            }
        };
        return Replay.builder(program, platform)
                .build()
                .run()
                .ranks()
                .get(client)
                .finish();
    }

    private void part(int rank, Exchange exchange, OperationSink sink) {
        for (int i = 0; i < exchange.messages(); i++) {
            if (rank == server) {
                sink.recv(client, 0, exchange.bytes());
                continue;
            }
            if (i > 0 && exchange.delay() > 0) {
                sink.compute(exchange.delay());
            }
            sink.send(server, 0, exchange.bytes());
        }
        if (rank == server) {
            sink.send(client, 1, exchange.bytes());
        } else {
            sink.recv(server, 1, exchange.bytes());
        }
    }

    @Override
    public boolean isDeterministic() {
        return true;
    }

    @Override
    public String description() {
        return "simulated " + platform.cost().name() + " on "
                + platform.sharing().name();
    }
}
