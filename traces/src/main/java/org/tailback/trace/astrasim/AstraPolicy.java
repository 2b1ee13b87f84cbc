package org.tailback.trace.astrasim;

import org.jspecify.annotations.Nullable;
import org.tailback.trace.astrasim.AstraLayer.Communication.Scope;

/**
 * Schemes that divide a network among GPUs, with the communicating GPUs and the order of a backward pass. If the scope
 * is null, ASTRA-sim's loop sends nothing, regardless of the line.
 *
 * @see AstraProgram
 */
enum AstraPolicy {
    DATA(null, Scope.ALL, Order.WEIGHTS_FIRST),
    MODEL(Scope.ALL, null, Order.OVERLAPPED),
    MICRO(null, Scope.ALL, Order.MICRO),
    HYBRID_DATA_MODEL(Scope.TP, Scope.DP, Order.OVERLAPPED),
    HYBRID_MODEL_DATA(Scope.DP, Scope.TP, Order.OVERLAPPED),
    HYBRID_CUSTOMIZED(null, null, Order.OVERLAPPED),
    HYBRID_TRANSFORMER(Scope.TP, Scope.DP, Order.INPUTS_FIRST),
    HYBRID_TRANSFORMER_FWD_IN_BCKWD(Scope.TP, Scope.DP, Order.INPUTS_FIRST),
    HYBRID_DLRM(null, Scope.ALL, Order.EMBEDDING),
    HYBRID_DLRM_ENHANCED(null, Scope.ALL, Order.EMBEDDING),
    DISTRIBUTED_INFERENCE(Scope.ALL, null, Order.FORWARD_ONLY);

    /** Orders of a backward pass through a layer. */
    enum Order {
        /** Weights first, then inputs; no input gradient for the first layer. */
        WEIGHTS_FIRST,
        /** Inputs first, then a wait for their communication, then weights. */
        INPUTS_FIRST,
        /** Inputs first; their communication overlaps the weights' gradient; no input gradient for the first layer. */
        OVERLAPPED,
        /** Weights first; the first layer's exchanges overlap the layers up to the last bottom layer. */
        EMBEDDING,
        FORWARD_ONLY,
        MICRO
    }

    final @Nullable Scope activations;
    final @Nullable Scope weights;
    final Order order;

    AstraPolicy(@Nullable Scope activations, @Nullable Scope weights, Order order) {
        this.activations = activations;
        this.weights = weights;
        this.order = order;
    }

    /** Returns whether groups have the size of the network's first dimension, which no file contains. */
    boolean needsGroup() {
        return this == HYBRID_DATA_MODEL || this == HYBRID_MODEL_DATA;
    }
}
