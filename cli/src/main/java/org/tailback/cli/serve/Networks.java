package org.tailback.cli.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.tailback.embed.Delivery;
import org.tailback.embed.Network;
import org.tailback.embed.NetworkResult;
import org.tailback.error.InputException;
import org.tailback.platform.Platform;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.Platforms;
import org.tailback.table.Json;

/**
 * Networks for the messages of clients' simulations. Thread-safe; requests for one network are performed one at a time.
 */
final class Networks {
    private final Map<Long, Session> open = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    /** Performs a request, and returns its result as JSON. */
    String answer(NetworkRequest request) {
        if (!request.options.isEmpty()) {
            return open(request);
        }
        Session session = open.get(request.network);
        if (session == null) {
            throw new InputException("network: there is no network " + request.network);
        }
        String answer = session.answer(request);
        if (request.closes) {
            open.remove(request.network);
        }
        return answer;
    }

    private String open(NetworkRequest request) {
        Map<String, String> options = request.options;
        Overrides overrides = Overrides.NONE
                .withModel(options.get("model"))
                .withCost(options.get("cost"))
                .withLoss(options.get("loss"))
                .withSeed(request.seed);
        Platform platform =
                Platforms.named(options.getOrDefault("platform", "")).whole(overrides);
        Network network = Network.builder(platform).seed(request.seed).build();
        long number = last.incrementAndGet();
        open.put(number, new Session(network));
        return Json.compact(fields -> fields.field("network", number)
                .field("nodes", platform.cluster().nodes())
                .field("warnings", network.result().warnings()));
    }

    /** Arrival of a message, which is identified by its index among all sent messages. */
    record Arrival(long message, double arrived, double seconds, double penalty) {}

    private static final class Session {
        private final Network network;
        private List<Arrival> arrivals = new ArrayList<>();
        private long sent;

        Session(Network network) {
            this.network = network;
        }

        synchronized String answer(NetworkRequest request) {
            int nodes = network.platform().cluster().nodes();
            for (long[] message : request.messages) {
                for (int end = 0; end < 2; end++) {
                    if (message[end] < 0 || message[end] >= nodes) {
                        throw new InputException(
                                "send: expected nodes from 0 to " + (nodes - 1) + ", found " + message[end]);
                    }
                }
                if (message[2] < 0) {
                    throw new InputException("send: expected 0 bytes or more, found " + message[2]);
                }
            }
            if (request.until < network.now()) {
                throw new InputException(
                        "until: expected " + network.now() + " s (the current time) or later, found " + request.until);
            }
            for (long[] message : request.messages) {
                long number = sent++;
                network.send((int) message[0], (int) message[1], message[2], delivery -> arrived(number, delivery));
            }
            if (request.closes) {
                NetworkResult result = network.result();
                return Json.compact(fields -> fields.field("time", result.time())
                        .field("sent", result.sent())
                        .field("arrived", result.arrived())
                        .field("bytesArrived", result.bytesArrived())
                        .field("averagePenalty", result.averagePenalty())
                        .field("lostToContention", result.lostToContention())
                        .field("warnings", result.warnings()));
            }
            if (Double.isNaN(request.until)) {
                double next = request.messages.isEmpty() ? network.nextInstant() : Double.NaN;
                return Json.compact(fields -> fields.field("now", network.now()).field("next", next));
            }
            advance(request.until);
            List<Arrival> found = arrivals;
            arrivals = new ArrayList<>();
            return Json.compact(fields -> fields.field("now", network.now()).field("arrived", found));
        }

        private void arrived(long number, Delivery delivery) {
            arrivals.add(new Arrival(number, delivery.arrived(), delivery.seconds(), delivery.penalty()));
        }

        /** Simulates until the first instant at which messages arrive, at most until a time. */
        private void advance(double until) {
            double next = network.nextInstant();
            while (arrivals.isEmpty() && next <= until && next < Double.POSITIVE_INFINITY) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                network.advanceTo(next);
                next = arrivals.isEmpty() ? network.nextInstant() : next;
            }
            if (arrivals.isEmpty() && until < Double.POSITIVE_INFINITY) {
                network.advanceTo(until);
            }
        }
    }
}
