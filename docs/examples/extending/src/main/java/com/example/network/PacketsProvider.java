package com.example.network;

import java.util.List;
import org.tailback.cost.MessageCost;
import org.tailback.registry.Description;
import org.tailback.registry.MessageCostProvider;
import org.tailback.registry.Parameter;
import org.tailback.settings.Settings;

/** Makes {@link Packets} from its parameters. */
public final class PacketsProvider implements MessageCostProvider {
    @Override
    public Description description() {
        return new Description(
                "packets",
                "messages in packets with headers",
                "",
                List.of(
                        new Parameter("latency", "0 s", "until the receiver has it, a time >= 0"),
                        new Parameter("bandwidth", "", "of a port, > 0"),
                        new Parameter("payload", "1460", "bytes of the message in a packet, >= 1"),
                        new Parameter("header", "78", "bytes beside them, >= 0")));
    }

    @Override
    public MessageCost create(Settings settings) {
        int payload = settings.integer("payload", 1460);
        if (payload < 1) {
            throw settings.problem("payload", "a packet must carry at least one byte, found " + payload, "");
        }
        return new Packets(
                settings.seconds("latency", 0),
                settings.bytesPerSecond("bandwidth"),
                payload,
                settings.integer("header", 78));
    }
}
