package org.tailback.fit.simulated;

import com.google.common.base.Preconditions;
import org.tailback.fit.measure.Exchange;
import org.tailback.fit.measure.ExchangeTiming;
import org.tailback.fit.measure.RoundTrip;
import org.tailback.platform.Platform;
import org.tailback.replay.Replay;

/**
 * Two ranks of a simulated platform as partners of a measurement. The client sends with blocking sends, as Listing 1
 * does, so a burst takes n gaps; under a cost without overheads the sender is then busy for the whole gap (o = g).
 */
public final class SimulatedRoundTrip implements RoundTrip {
    private static final int MESSAGE = 0;
    private static final int ANSWER = 1;

    private final Platform platform;
    private final int client;
    private final int server;

    /**
     * Partners on a platform; ranks are placed by its rule.
     *
     * @param client rank that measures, >= 0
     * @param server rank that answers, >= 0, another one
     */
    public SimulatedRoundTrip(Platform platform, int client, int server) {
        Preconditions.checkArgument(client >= 0 && server >= 0 && client != server, "ranks %s and %s", client, server);
        this.platform = platform;
        this.client = client;
        this.server = server;
    }

    @Override
    public ExchangeTiming measure(Exchange exchange) {
        double total = clientFinish(program(exchange, true));
        double sent = clientFinish(program(exchange, false));
        Exchange first = new Exchange(1, 0, exchange.bytes(), 0, 0, exchange.bothEnds());
        return new ExchangeTiming(total, clientFinish(program(first, false)), total - sent);
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

    private double clientFinish(Script program) {
        return Replay.builder(program, platform)
                .build()
                .run()
                .ranks()
                .get(client)
                .finish();
    }

    /** The exchange, or only what the client does before it receives. */
    private Script program(Exchange exchange, boolean answered) {
        Script program = new Script(Math.max(client, server) + 1);
        if (exchange.bothEnds()) {
            bothRoles(program, client, server, exchange, answered);
            bothRoles(program, server, client, exchange, answered);
            return program;
        }
        send(program, client, server, exchange);
        for (int i = 0; i < exchange.messages(); i++) {
            program.add(server, sink -> sink.recv(client, MESSAGE, exchange.bytes()));
        }
        if (answered) {
            program.add(server, sink -> sink.send(client, ANSWER, exchange.answerBytes()));
            program.add(client, sink -> sink.recv(server, ANSWER, exchange.answerBytes()));
        }
        return program;
    }

    private static void bothRoles(Script program, int rank, int other, Exchange exchange, boolean answered) {
        int messages = exchange.messages();
        for (int i = 0; i < messages; i++) {
            int request = i;
            program.add(rank, sink -> sink.irecv(request, other, MESSAGE, exchange.bytes()));
        }
        if (answered) {
            program.add(rank, sink -> sink.irecv(messages, other, ANSWER, exchange.answerBytes()));
        }
        send(program, rank, other, exchange);
        if (answered) {
            for (int i = 0; i < messages; i++) {
                int request = i;
                program.add(rank, sink -> sink.await(request));
            }
            program.add(rank, sink -> sink.isend(messages + 1, other, ANSWER, exchange.answerBytes()));
            program.add(rank, sink -> sink.await(messages));
            program.add(rank, sink -> sink.await(messages + 1));
        }
        // otherwise what the rank does ends with its sends: no rank awaits the receives
    }

    private static void send(Script program, int rank, int other, Exchange exchange) {
        for (int i = 0; i < exchange.messages(); i++) {
            if (i > 0 && exchange.delay() > 0) {
                program.add(rank, sink -> sink.compute(exchange.delay()));
            }
            program.add(rank, sink -> sink.send(other, MESSAGE, exchange.bytes()));
        }
        if (exchange.pause() > 0) {
            program.add(rank, sink -> sink.compute(exchange.pause()));
        }
    }
}
