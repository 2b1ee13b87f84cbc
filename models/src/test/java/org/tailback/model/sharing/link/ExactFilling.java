package org.tailback.model.sharing.link;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

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

    /**
     * The fair rates of messages on links of these capacities.
     *
     * @param transit by link: the link that its messages take twice of behind it, where it is full; -1 if they stop
     */
    static Map<Integer, Double> rates(Map<Integer, Message> messages, double[] capacity, IntUnaryOperator transit) {
        Set<Integer> relieved = new HashSet<>();
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
                    if (relieved.contains(link)) {
                        continue;
                    }
                    if (shares[link] == null) {
                        shares[link] = left[link].divide(parts[link], DIGITS);
                    }
                    BigDecimal share = shares[link];
                    level = level == null || share.compareTo(level) < 0 ? share : level;
                }
            }
            BigDecimal most = level;
            Set<Integer> full = new HashSet<>();
            for (int number : rising) {
                for (int link : messages.get(number).links()) {
                    if (transit.applyAsInt(link) >= 0 && shares[link] != null && shares[link].compareTo(most) <= 0) {
                        full.add(link);
                    }
                }
            }
            boundToStop.clear();
            for (int number : rising) {
                BigDecimal bound = bounds.get(number);
                if ((bound != null && bound.compareTo(most) <= 0)
                        || messages.get(number).links().stream()
                                .anyMatch(link -> transit.applyAsInt(link) < 0 && shares[link].compareTo(most) <= 0)) {
                    boundToStop.add(number);
                }
            }
            for (int number : boundToStop) {
                Message message = messages.get(number);
                rising.remove(number);
                levels.put(number, most);
                for (int i = 0; i < message.links().size(); i++) {
                    int link = message.links().get(i);
                    boolean twice = message.links().stream()
                            .anyMatch(each -> relieved.contains(each) && transit.applyAsInt(each) == link);
                    BigDecimal part = partPerLevel(message, i).multiply(new BigDecimal(twice ? 2 : 1));
                    left[link] = left[link].subtract(part.multiply(most, DIGITS), DIGITS);
                    parts[link] = parts[link].subtract(part, DIGITS);
                }
            }
            for (int number : rising) {
                Message message = messages.get(number);
                for (int link : message.links()) {
                    if (full.contains(link)) {
                        int behind = transit.applyAsInt(link);
                        BigDecimal part = partPerLevel(message, message.links().indexOf(behind));
                        left[behind] = left[behind].add(part.multiply(most, DIGITS), DIGITS);
                        parts[behind] = parts[behind].add(part, DIGITS);
                    }
                }
            }
            relieved.addAll(full);
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
