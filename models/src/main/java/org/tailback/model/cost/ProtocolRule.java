package org.tailback.model.cost;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Preconditions;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.tailback.cost.MessageCost;
import org.tailback.cost.Protocol;
import org.tailback.model.sharing.ParameterTable;
import org.tailback.settings.Settings;
import org.tailback.units.Domain;

/**
 * Protocol by message size: eager up to a limit, rendezvous above it.
 *
 * @param eagerLimit largest size in bytes that is sent eagerly, >= 0 ({@link Long#MAX_VALUE}: all; LogGPS's S)
 * @param eager protocol of messages up to the limit
 * @param handshakeSeconds time from the later of send and receive to the start of a rendezvous transfer, seconds,
 *     finite, >= 0
 * @param isHalfDuplex true if two ranks share one connection: a rendezvous transfer then also waits for messages that
 *     its receiver has begun to send to its sender
 */
public record ProtocolRule(long eagerLimit, Protocol eager, double handshakeSeconds, boolean isHalfDuplex) {
    /** Rule under which all messages are eager and the sender's wait ends with the transfer, as in PlogPT. */
    public static final ProtocolRule ALL_EAGER = new ProtocolRule(Long.MAX_VALUE, Protocol.EAGER, 0, false);

    private static final ImmutableMap<String, Protocol> EAGER_KINDS = ImmutableMap.of(
            "transfer", Protocol.EAGER,
            "buffered", Protocol.EAGER_BUFFERED,
            "detached", Protocol.DETACHED);
    private static final String RENDEZVOUS = "rendezvous";
    private static final String INDEPENDENT = "independent";
    private static final String IN_TURN = "in-turn";

    public ProtocolRule {
        Preconditions.checkArgument(eagerLimit >= 0, "eager limit must be >= 0: %s", eagerLimit);
        Domain.requireNotNegative(handshakeSeconds, "handshake");
    }

    /** Returns the protocol of a message with a size in bytes. */
    public Protocol protocol(long bytes) {
        return bytes <= eagerLimit ? eager : Protocol.RENDEZVOUS;
    }

    /** Returns lines of a {@link ParameterTable} with the keys of {@link #of} and a default of {@code eager}. */
    static String lines(String eagerDefault) {
        return """
                eager-limit | unlimited | largest size sent eagerly, larger ones by rendezvous (S), a size
                eager | %s | when the sender of an eager message continues: transfer (at its end), buffered (at once), \
                detached (at once, but the transfer starts only when the receive is posted)
                handshake | 0 s | delay of a rendezvous transfer after both sides are posted, a time >= 0
                rendezvous | independent | in-turn: a rendezvous transfer also waits for messages that its receiver \
                has begun to send to its sender, as over one TCP connection; or independent
                """.formatted(eagerDefault);
    }

    /** Reads {@code eager-limit}, {@code eager}, {@code handshake} and {@code rendezvous}. */
    static ProtocolRule of(Settings settings, String eagerDefault) {
        long limit = settings.has("eager-limit") ? (long) settings.bytes("eager-limit") : Long.MAX_VALUE;
        String kind = settings.choice("eager", EAGER_KINDS.keySet().asList(), eagerDefault);
        boolean isHalfDuplex = settings.choice(RENDEZVOUS, List.of(INDEPENDENT, IN_TURN), INDEPENDENT)
                .equals(IN_TURN);
        if (isHalfDuplex && !settings.has("eager-limit")) {
            throw settings.problem(
                    RENDEZVOUS,
                    "'rendezvous: in-turn' has no effect without an eager-limit: all messages are eager",
                    "Give eager-limit, such as 64 KiB for Open MPI over TCP");
        }
        return new ProtocolRule(
                limit, requireNonNull(EAGER_KINDS.get(kind)), settings.seconds("handshake", 0), isHalfDuplex);
    }

    /** A cost whose protocols follow a rule. */
    interface Ruled extends MessageCost {
        /** Returns the eager limit and the meaning of eager. */
        ProtocolRule rule();

        @Override
        default Protocol protocol(long bytes) {
            return rule().protocol(bytes);
        }

        @Override
        default double handshake(long bytes) {
            return rule().handshakeSeconds();
        }

        @Override
        default boolean isHalfDuplex() {
            return rule().isHalfDuplex();
        }
    }
}
