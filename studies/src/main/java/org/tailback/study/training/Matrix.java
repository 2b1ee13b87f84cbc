package org.tailback.study.training;

/**
 * Matrix of parameters on a GPU; the activations of tokens are multiplied by the matrix.
 *
 * @param inputs width of the input, > 0
 * @param outputs width of the output, > 0
 * @param count number of equal matrices, >= 1
 */
record Matrix(double inputs, double outputs, int count) {
    static Matrix of(double inputs, double outputs) {
        return new Matrix(inputs, outputs, 1);
    }
}
