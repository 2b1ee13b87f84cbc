/**
 * Chakra execution traces of MLCommons: a graph of compute, send, receive and collective nodes for every rank (an
 * accelerator), in protobuf or JSON. {@code ChakraReader} finds the files of the ranks, {@code ProtobufNodes} and
 * {@code JsonNodes} read the nodes of one, {@code NodeGraph} makes them the operations of a schedule.
 */
@Internal
@NullMarked
package org.tailback.trace.chakra;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
