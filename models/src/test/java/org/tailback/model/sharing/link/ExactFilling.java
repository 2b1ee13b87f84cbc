package org.tailback.model.sharing.link;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Weighted max-min fairness by definition, message by message, all from scratch, in decimal numbers of 60 digits. */
final class ExactFilling {
    private static final MathContext DIGITS = new MathContext(60);

    /**
     * @param links the links of the message
     * @param parts what it takes of each per unit of its rate
     * @param weight its rate is level / weight
     * @param bound its highest rate; infinite for none
     */
    record Message(List<Integer> links, List<Double> parts, double weight, double bound) {}

    private ExactFilling() {}

    /** The fair rates of messages on links of these capacities. */
    static Map<Integer, Double> rates(Map<Integer, Message> messages, double[] capacity) {
        Map<Integer, BigDecimal> levels = new TreeMap<>();
        Set<Integer> rising = new HashSet<>(messages.keySet());
        Set<Integer> boundToStop = new HashSet<>();
        BigDecimal[] left = new BigDecimal[capacity.length];
        BigDecimal[] parts = new BigDecimal[capacity.length];
        for (int link = 0; link < capacity.length; link++) {
            left[link] = new BigDecimal(capacity[link]);
            parts[link] = BigDecimal.ZERO;
        }
        Map<Integer, BigDecimal> bounds = new HashMap<>();
        for (Map.Entry<Integer, Message> entry : messages.entrySet()) {
            Message message = entry.getValue();
            for (int i = 0; i < message.links().size(); i++) {
                int link = message.links().get(i);
                parts[link] = parts[link].add(partPerLevel(message, i), DIGITS);
            }
            if (message.bound() < Double.POSITIVE_INFINITY) {
                bounds.put(
                        entry.getKey(),
                        new BigDecimal(message.bound()).multiply(new BigDecimal(message.weight()), DIGITS));
            }
        }
        BigDecimal[] shares = new BigDecimal[capacity.length];
        while (!rising.isEmpty()) {
            for (int number : rising) {
                for (int link : messages.get(number).links()) {
                    shares[link] = null;
                }
            }
            BigDecimal level = null;
            for (int number : rising) {
                BigDecimal bound = bounds.get(number);
                level = bound != null && (level == null || bound.compareTo(level) < 0) ? bound : level;
                for (int link : messages.get(number).links()) {
                    if (shares[link] == null) {
                        shares[link] = left[link].divide(parts[link], DIGITS);
                    }
                    BigDecimal share = shares[link];
                    level = level == null || share.compareTo(level) < 0 ? share : level;
                }
            }
            BigDecimal most = level;
            boundToStop.clear();
            for (int number : rising) {
                BigDecimal bound = bounds.get(number);
                if ((bound != null && bound.compareTo(most) <= 0)
                        || messages.get(number).links().stream().anyMatch(link -> shares[link].compareTo(most) <= 0)) {
                    boundToStop.add(number);
                }
            }
            for (int number : boundToStop) {
                Message message = messages.get(number);
                rising.remove(number);
                levels.put(number, most);
                for (int i = 0; i < message.links().size(); i++) {
                    int link = message.links().get(i);
                    BigDecimal part = partPerLevel(message, i);
                    left[link] = left[link].subtract(part.multiply(most, DIGITS), DIGITS);
                    parts[link] = parts[link].subtract(part, DIGITS);
                }
            }
        }
        Map<Integer, Double> rates = new TreeMap<>();
        levels.forEach((number, level) -> rates.put(
                number,
                level.divide(new BigDecimal(messages.get(number).weight()), DIGITS)
                        .doubleValue()));
        return rates;
    }

    private static BigDecimal partPerLevel(Message message, int index) {
        return new BigDecimal(message.parts().get(index)).divide(new BigDecimal(message.weight()), DIGITS);
    }
}
