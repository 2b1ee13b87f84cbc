package org.tailback.units;

import org.tailback.error.InputException;

/** Reader of shares and relative errors: {@code 20 %}, {@code 20%} or {@code 0.2}. */
public final class Percent {
    private Percent() {}

    /**
     * Parses a share, such as 0.2 for {@code 20 %}. A bare number above 1 is rejected, because the user may have meant
     * a percentage.
     *
     * @param place position of the text, for messages
     * @throws InputException if the text is not a share, or the share is below 0
     */
    public static double parse(String place, String text) {
        String number = text.strip();
        boolean isPercent = number.endsWith("%");
        try {
            double value = Double.parseDouble(isPercent ? number.substring(0, number.length() - 1) : number);
            if (!isPercent && value > 1 && value < Double.POSITIVE_INFINITY) {
                throw InputException.at(
                        place,
                        "found '" + number + "': is that " + number + " times or " + number
                                + " %? Expected a share such as 20 % or 0.2",
                        "Write '" + number + " %', or a number from 0 to 1");
            }
            if (value >= 0 && value < Double.POSITIVE_INFINITY) {
                return isPercent ? value / 100 : value;
            }
        } catch (NumberFormatException e) {
            // not a number: the message below states the expected form
        }
        throw InputException.at(place, "expected a share such as 20 % or 0.2, found '" + text + "'", "");
    }
}
