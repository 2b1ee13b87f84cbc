package org.tailback.fit.measure;

import org.tailback.error.InputException;

/** Numbers in a line of text. */
public final class NumberLine {
    private NumberLine() {}

    /**
     * Returns the words of a line as numbers.
     *
     * @param line without blanks around it, not empty
     * @param place of the line, for messages
     * @throws InputException if a word is not a number
     */
    public static double[] of(String line, String place) {
        String[] words = line.split("\\s+");
        double[] numbers = new double[words.length];
        for (int i = 0; i < words.length; i++) {
            try {
                numbers[i] = Double.parseDouble(words[i]);
            } catch (NumberFormatException e) {
                throw InputException.at(place, "expected a number, found '" + words[i] + "'", "");
            }
        }
        return numbers;
    }
}
